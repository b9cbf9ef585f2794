/** What a picture is made from; pure. It is kept beside the picture. */

export interface Draft {
  /** `provider/model_name`. */
  readonly model: string;
  readonly prompt: string;
  /** `<width>x<height>`; empty: as the model likes. */
  readonly size: string;
}

/** The draft in what was kept beside a picture; undefined where there is none in it. */
export function draftIn(about: unknown): Draft | undefined {
  if (typeof about !== 'object' || about === null) return undefined;
  const { model, prompt, size } = about as Partial<Record<keyof Draft, unknown>>;
  if (typeof model !== 'string' || typeof prompt !== 'string') return undefined;
  return { model, prompt, size: typeof size === 'string' ? size : '' };
}
