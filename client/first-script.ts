/**
 * The first script of every page, as text. It runs while the page is being read. Browsers that cannot run the program
 * must also be able to read it. Its lines are joined, so each line ends with a semicolon or where a statement may
 * continue.
 */

/** Records typed text and holds submits and presses until the program has loaded, see `early-input`. */
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
 * Only Safari ignores scroll-padding when an element gets the focus, so the element can end up behind the bars at the
 * top and the bottom. Elements that were pressed with a pointer do not move, nor do visible ones in a bar. A bar that
 * is not sticky at the moment may itself be behind another one.
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

/**
 * Shows browsers older than docs/browsers.md promises what browsers without scripts show, except that the page is still
 * sent in parts.
 */
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

/** Defined in the code that browsers load. There the script has run already, and its text would be dead weight. */
declare const IN_BROWSER: true | undefined;

/** The first script. Browsers that have both features of its condition are new enough for the program. */
export const firstScript =
  typeof IN_BROWSER === "undefined"
    ? `if(self.CompressionStream&&[].toSorted){${holdInputScript};${safariFocusScript}}else ${oldBrowserScript}`.replace(
        /\n\s*/g,
        "",
      )
    : "";
