import { ApiError } from "../../api-error";

/** What is wrong with a field before it is sent, as the server would say it. */
export function fieldError(field: string, text: string): ApiError {
  return new ApiError(400, "request.invalid", text, { [field]: text });
}
