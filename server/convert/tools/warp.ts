/** Warp. */
import { reasons, renameTo } from '../key-converter.ts';
import type { ToolFormat } from '../tool-format.ts';

export const warp: ToolFormat = {
  serversOnly: true,
  keys: {
    working_directory: renameTo('cwd'),
    start_on_launch: (draft, value, key) => {
      if (value === false) draft.lose(key, reasons.host());
    },
  },
};
