/** The model list. The spec shows no field of a model record beyond pricing: every known list shape is taken. */

export interface ModelRecord {
  /** `provider/model_name`. */
  id: string;
  /** What the service calls it, its id when it does not say. */
  name: string;
  /** The record as it came: prices, modalities and whatever else a service tells. */
  raw: Record<string, unknown>;
}
