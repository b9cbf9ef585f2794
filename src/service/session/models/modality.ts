/** What models are for. Separate from its reader, which activation doesn't load. */
export const allModalities = ['chat', 'image', 'speech', 'transcription', 'embedding', 'other'] as const;
/** `other`: the record states another purpose (such as video, moderation, or ranking). */
export type Modality = (typeof allModalities)[number];
