/**
 * The first script of every page, as text: it runs while the page is read. Also browsers that cannot run the program must
 * be able to read it. Its lines are joined, so each ends where a statement may go on or has its semicolon.
 */

/** Notes what is typed and holds what is sent or pressed until the program has come, see `early-input`. */
const holdInputScript = `
heldForms=[];
typedEarly=new Map;
addEventListener("input",function(e){
  if(self.heldForms)typedEarly.set(e.target,e.target.value)
},true);
addEventListener("submit",function(e){
  if(self.heldForms&&!e.target.hasAttribute("action")){
    e.preventDefault();
    e.stopPropagation();
    heldForms=[e.target,e.submitter]
  }
},true);
addEventListener("click",function(e){
  var t=e.target,
  r=t.closest("tr"),
  b=t.closest("button")||!t.closest("a")&&r&&r.querySelector("[data-row]");
  if(self.heldForms&&b&&!(b.form&&b.type=="submit")&&!b.popoverTargetElement
  &&b.dispatchEvent(new Event("dragexit",{bubbles:true,cancelable:true}))){
    e.stopImmediatePropagation();
    pressedEarly=b
  }
},true)`;

/**
 * Safari alone takes no account of scroll-padding when something gets the focus, and leaves it behind the bars at the top and
 * the bottom. What a pointer presses stays where it is, and so does what is seen in a bar. A bar that does not stick where it
 * is now may itself be behind another.
 */
const safariFocusScript = `
if(CSS.supports("-webkit-hyphens","none"))addEventListener("focusin",function(e){
  var t=e.target,
  p=t,
  r=t.getBoundingClientRect(),
  s=document.elementFromPoint(r.left+r.width/2,r.top+r.height/2);
  if(!(t.offsetHeight*2<innerHeight)||t.matches(":hover"))return;
  for(;p;p=p.parentElement)if(/fixed|sticky/.test(getComputedStyle(p).position)&&p.contains(s))return;
  t.scrollIntoView({block:"nearest",behavior:"instant"})
},true)`;

/** Gives a browser older than docs/browsers.md promises what one without scripts gets, but for the way to the page in one piece. */
const oldBrowserScript = `
addEventListener("DOMContentLoaded",function(){
  function each(s,f){[].forEach.call(document.querySelectorAll(s),f)}
  each("noscript:not([data-whole])",function(n){
    var d=document.createElement("div");
    d.innerHTML=n.textContent;
    n.parentNode.replaceChild(d,n)
  });
  each("[class*='noscript:hidden']",function(e){e.style.display="none"});
  each("[class*='noscript:inline']",function(e){e.style.display="inline"})
})`;

/** Known in what browsers load: there the script has run already, and its text would be dead weight. */
declare const IN_BROWSER: true | undefined;

/** Browsers that know both of these are young enough for the program. */
export const firstScript =
  typeof IN_BROWSER === "undefined"
    ? `if(self.CompressionStream&&[].toSorted){${holdInputScript};${safariFocusScript}}else ${oldBrowserScript}`.replace(
        /\n\s*/g,
        "",
      )
    : "";
