import type { WorldOptions } from '../../session.ts';

export const options: WorldOptions = { signedIn: true, settings: { 'files.simpleDialog.enable': true } };
