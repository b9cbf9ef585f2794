/** Events of a chat stream, as the service sends them. */
export const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
export const delta = (part: object, finish: unknown = null) =>
  event({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: part, finish_reason: finish }] });
export const textDelta = (content: string, finish: string | null = null) => delta({ content }, finish);
export const STOP = delta({}, 'stop');
export const DONE = 'data: [DONE]\n\n';
