/** The features that are loaded with the first request, as one module: each file more at the start costs time. */
export { ConversionFeatures } from './conversion.ts';
export { EditingFeatures } from './editing-features.ts';
export { LanguageFeatures } from './language-features.ts';
export { ServersEditing } from './servers-editing.ts';
