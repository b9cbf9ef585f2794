/** `provider/model_name` (spec http-api.md, "Model naming"); the name may contain more slashes. */
const ID = /^[^/\s]+\/\S+$/;
const MAX_LENGTH = 200;

export function isModelId(text: string): boolean {
  return text.length <= MAX_LENGTH && ID.test(text);
}

/** Returns the part before the first slash. */
export function providerOf(id: string): string {
  return id.split('/', 1)[0] ?? '';
}
