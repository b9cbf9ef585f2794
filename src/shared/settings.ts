import { type Disposable, workspace } from 'vscode';
import { isRecord } from '../../common/guards.ts';
import type { Setting } from './generated/names.ts';
import { flag, number, type Parser, parsed, text, where } from './text/parse.ts';

/** A number outside of the range becomes the nearest one in it. */
const numberIn =
  (minimum: number, maximum = Number.MAX_SAFE_INTEGER): Parser<number> =>
  (value) =>
    Math.min(Math.max(number(value), minimum), maximum);
const integerIn =
  (minimum: number, maximum: number): Parser<number> =>
  (value) =>
    numberIn(minimum, maximum)(Math.round(number(value)));

/** How each setting is read. Files of a workspace and other programs can give a setting any value. */
export const settingParsers = {
  /** Base URL of the service: https, or http on loopback. Machine scope, so a workspace can't redirect the key. */
  'switchyard.baseUrl': text,
  /** Seconds until a request times out. */
  'switchyard.requestTimeout': numberIn(1, 3600),
  /** Runs per request, 1 to 100 (spec http-api.md, Limits). */
  'switchyard.runs.pageSize': integerIn(1, 100),
  /** Counts tests (type TEST) in the success rate and the badge. */
  'switchyard.runs.countTests': flag,
  /** Refresh interval in seconds while a run is active. */
  'switchyard.refresh.whileRunning': numberIn(3),
  /** Refresh interval in seconds while no run is active; 0: manual refresh only. */
  'switchyard.refresh.whenIdle': numberIn(0),
  /** The model of new chats, `provider/model_name`; empty: the last one used. */
  'switchyard.chat.model': text,
  /** Cost of a chat above which its panel warns, in the currency of the prices; 0: no warning. */
  'switchyard.chat.budget': numberIn(0),
  /** Cost of a month above which a notification is shown, for each connection; 0: none. */
  'switchyard.usage.budget': numberIn(0),
  'switchyard.chat.answerTimeout': numberIn(1, 1440),
  'switchyard.chat.idleTimeout': numberIn(0.5, 1440),
  'switchyard.config.enable': flag,
  /** Oh My Pi's config folder inside a project. */
  'switchyard.config.projectDirectory': text,
  /** Oh My Pi's config folder of the user. */
  'switchyard.config.userDirectory': text,
  /** The version of Oh My Pi to assume; empty: the installed one, or the newest known. */
  'switchyard.config.agentVersion': text,
  /** IDs of the agents whose reading of `.mcp.json` matters; empty: those that are used. The language server reads it itself. */
  'switchyard.config.readers': where(Array.isArray),
  /** A managed settings file that servers are checked against. The language server reads it itself. */
  'switchyard.config.policyFile': text,
  /** Offers the servers in effect to VS Code's chat. */
  'switchyard.config.offerToChat': flag,
  'switchyard.config.codeLens': flag,
  /** Severities by rule code (docs/rules.md); `off` disables the rule. The language server reads them itself. */
  'switchyard.config.rules': where(isRecord),
} satisfies Record<Setting, Parser<unknown>>;
type Settings = { readonly [S in Setting]: ReturnType<(typeof settingParsers)[S]> };

/** Returns the value of a setting: its default, from package.json, if the value isn't valid. */
export function setting<S extends Setting>(name: S): Settings[S] {
  const configuration = workspace.getConfiguration();
  const parse = settingParsers[name] as Parser<Settings[S]>;
  const value = parsed(parse, configuration.get(name)) ?? parsed(parse, configuration.inspect(name)?.defaultValue);
  if (value === undefined) throw new Error(`package.json gives no default for ${name}`);
  return value;
}

/** Calls `changed` after a change of any of these settings. */
export function onDidChangeSettings(names: readonly Setting[], changed: () => void): Disposable {
  return workspace.onDidChangeConfiguration((change) => {
    if (names.some((name) => change.affectsConfiguration(name))) changed();
  });
}
