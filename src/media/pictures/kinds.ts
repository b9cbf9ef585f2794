/** How files of pictures end that are kept here. */
export const PICTURES = ['png', 'jpg', 'gif', 'webp', 'avif'] as const;
