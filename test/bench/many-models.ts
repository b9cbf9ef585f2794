/** Returns 5,000 models of 70 providers, as a service lists them. */
export function manyModels(): { readonly id: string; readonly name: string }[] {
  return Array.from({ length: 5000 }, (_, index) => ({
    id: `provider-${index % 70}/model-${index}`,
    name: `Model ${index}`,
    context_length: 128_000,
    pricing: { prompt: '0.000001', completion: '0.000002' },
  }));
}
