import { ApiError } from "../../api-error";

/** Returns an error about a field before the form is sent, in the format of the server. */
export function fieldError(field: string, text: string): ApiError {
  return new ApiError(400, "request.invalid", text, { [field]: text });
}
