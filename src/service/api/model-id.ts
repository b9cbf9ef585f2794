/** IDs of models. */
const maxLength = 200;

/** True for `provider/model_name` (spec http-api.md, "Model naming"); the name may contain more slashes. */
export function isModelId(text: string): boolean {
  return text.length <= maxLength && /^[^/\s]+\/\S+$/.test(text);
}
