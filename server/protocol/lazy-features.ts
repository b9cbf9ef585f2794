/** The features that are loaded on the first request. One module, because each additional file takes time to load. */
export { convertText, importPlaces, paste } from './conversion.ts';
export { LanguageFeatures } from './language-features.ts';
export { ServersEditing } from './servers-editing.ts';
