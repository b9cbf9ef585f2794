/** The door of the models room: the list of the service, and the choice of one. */
export { isModelId } from './model-id.ts';
export { chooseModel } from './picker.ts';
export { ModelPreference } from './preference.ts';
export { tokenPrice } from './price.ts';
export { ModelStore } from './store.ts';
