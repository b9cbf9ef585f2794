/**
 * All names that package.json and the code must agree on. `test/unit/contract.test.ts` compares them both ways: a
 * command, setting, view, or context key that is in only one of them fails the build.
 */

import { isRecord } from '../../common/guards.ts';
import { serverCommands } from '../../common/server-commands.ts';
import { flag, number, type Parser, text, where } from './parse.ts';

export const commands = {
  signIn: 'switchyard.signIn',
  signOut: 'switchyard.signOut',
  manageConnection: 'switchyard.manageConnection',
  addConnection: 'switchyard.addConnection',
  renameConnection: 'switchyard.renameConnection',
  changeKey: 'switchyard.changeKey',
  removeConnection: 'switchyard.removeConnection',
  testConnection: 'switchyard.testConnection',
  retryConnection: 'switchyard.retryConnection',
  showLog: 'switchyard.showLog',
  refreshWorkflows: 'switchyard.workflows.refresh',
  enableWorkflow: 'switchyard.workflows.enable',
  disableWorkflow: 'switchyard.workflows.disable',
  copyWorkflowId: 'switchyard.workflows.copyId',
  copyWebhookUrl: 'switchyard.workflows.copyWebhookUrl',
  copyWorkflowLink: 'switchyard.workflows.copyLink',
  copyWebhookAsCurl: 'switchyard.workflows.copyWebhookAsCurl',
  editWebhookBody: 'switchyard.workflows.editWebhookBody',
  sendWebhook: 'switchyard.workflows.sendWebhook',
  openWorkflow: 'switchyard.workflows.openDetails',
  sortWorkflows: 'switchyard.workflows.sort',
  filterWorkflows: 'switchyard.workflows.filter',
  clearWorkflowFilter: 'switchyard.workflows.clearFilter',
  addFavorite: 'switchyard.workflows.addFavorite',
  removeFavorite: 'switchyard.workflows.removeFavorite',
  stopLoadingWorkflows: 'switchyard.workflows.stopLoading',
  watchWorkflow: 'switchyard.workflows.watch',
  pinWorkflow: 'switchyard.workflows.pin',
  unpinWorkflow: 'switchyard.workflows.unpin',
  publishVersion: 'switchyard.versions.publish',
  openVersion: 'switchyard.versions.open',
  compareVersions: 'switchyard.versions.compare',
  copyVersionId: 'switchyard.versions.copyId',
  loadMoreVersions: 'switchyard.versions.loadMore',
  refreshRuns: 'switchyard.runs.refresh',
  filterRuns: 'switchyard.runs.filter',
  clearRunFilter: 'switchyard.runs.clearFilter',
  loadMoreRuns: 'switchyard.runs.loadMore',
  stopLoadingRuns: 'switchyard.runs.stopLoading',
  showRunsOfWorkflow: 'switchyard.runs.showForWorkflow',
  exportRuns: 'switchyard.runs.export',
  revealRun: 'switchyard.runs.reveal',
  openRun: 'switchyard.runs.openDetails',
  openRunVersion: 'switchyard.runs.openVersion',
  openStepError: 'switchyard.runs.openStepError',
  openRunPanel: 'switchyard.runs.openPanel',
  compareRuns: 'switchyard.runs.compare',
  openWorkflowPanel: 'switchyard.workflows.openPanel',
  copyRunId: 'switchyard.runs.copyId',
  copyRunLink: 'switchyard.runs.copyLink',
  copyStepError: 'switchyard.runs.copyStepError',
  newRequest: 'switchyard.requests.new',
  sendRequest: 'switchyard.requests.send',
  requestHistory: 'switchyard.requests.history',
  refreshModels: 'switchyard.models.refresh',
  stopLoadingModels: 'switchyard.models.stopLoading',
  sortModels: 'switchyard.models.sort',
  filterModels: 'switchyard.models.filter',
  clearModelFilter: 'switchyard.models.clearFilter',
  addFavoriteModel: 'switchyard.models.addFavorite',
  removeFavoriteModel: 'switchyard.models.removeFavorite',
  copyModelId: 'switchyard.models.copyId',
  openModelRecord: 'switchyard.models.openRecord',
  chatWithModel: 'switchyard.models.chat',
  askInEditorChat: 'switchyard.editorChat.ask',
  openChat: 'switchyard.chat.open',
  openChatInEditor: 'switchyard.chat.openInEditor',
  newChat: 'switchyard.chat.new',
  chooseChatModel: 'switchyard.chat.chooseModel',
  stopChat: 'switchyard.chat.stop',
  applyProposal: 'switchyard.chat.applyProposal',
  discardProposal: 'switchyard.chat.discardProposal',
  undoLastChange: 'switchyard.undoLastChange',
  readAloud: 'switchyard.media.readAloud',
  speakClipboard: 'switchyard.media.speakClipboard',
  speakFile: 'switchyard.media.speakFile',
  chooseVoice: 'switchyard.media.chooseVoice',
  transcribe: 'switchyard.media.transcribe',
  exportTranscript: 'switchyard.media.exportTranscript',
  generateImage: 'switchyard.media.generateImage',
  regenerateImage: 'switchyard.media.regenerateImage',
  insertImage: 'switchyard.media.insertImage',
  saveGenerated: 'switchyard.media.saveGenerated',
  focusChat: 'switchyard.chat.focusInput',
  focusLastMessage: 'switchyard.chat.focusLastMessage',
  findInChat: 'switchyard.chat.find',
  nextCodeBlock: 'switchyard.chat.nextCodeBlock',
  previousCodeBlock: 'switchyard.chat.previousCodeBlock',
  quoteSelection: 'switchyard.chat.quoteSelection',
  showChats: 'switchyard.chat.showChats',
  renameChat: 'switchyard.chat.rename',
  pinChat: 'switchyard.chat.pin',
  deleteChat: 'switchyard.chat.delete',
  exportChat: 'switchyard.chat.export',
  importChat: 'switchyard.chat.import',
  attachToChat: 'switchyard.chat.attach',
  addSelection: 'switchyard.chat.addSelection',
  addFile: 'switchyard.chat.addFile',
  addProblems: 'switchyard.chat.addProblems',
  explainRun: 'switchyard.chat.explainRun',
  refreshServers: 'switchyard.servers.refresh',
  addServer: 'switchyard.servers.add',
  enableServer: 'switchyard.servers.enable',
  disableServer: 'switchyard.servers.disable',
  openServer: 'switchyard.servers.open',
  openOverridingServer: 'switchyard.servers.openOverriding',
  openServerListEntry: 'switchyard.servers.openListEntry',
  moveServerToProject: 'switchyard.servers.moveToProject',
  moveServerToUser: 'switchyard.servers.moveToUser',
  copyServerToProject: 'switchyard.servers.copyToProject',
  copyServerToUser: 'switchyard.servers.copyToUser',
  copyServerName: 'switchyard.servers.copyName',
  copyServerJson: 'switchyard.servers.copyJson',
  copyServerCommandLine: 'switchyard.servers.copyCommandLine',
  removeServer: 'switchyard.servers.remove',
  testServer: serverCommands.test,
  showServerLog: 'switchyard.servers.showLog',
  pinTools: 'switchyard.servers.pinTools',
  pinToolsAgain: 'switchyard.servers.pinToolsAgain',
  compareWithPin: 'switchyard.servers.compareWithPin',
  restartConfigServer: 'switchyard.config.restartServer',
  importServers: 'switchyard.config.import',
  convertDocument: serverCommands.convert,
  copyServersFor: serverCommands.copyFor,
  convertServersTo: serverCommands.convertTo,
  setRuleSeverity: 'switchyard.config.setRuleSeverity',
} as const;
export type Command = (typeof commands)[keyof typeof commands];

/** Tools for the editor's language models. */
export const tools = {
  listWorkflows: 'switchyard_list_workflows',
  getWorkflow: 'switchyard_get_workflow',
  listVersions: 'switchyard_list_versions',
  listRuns: 'switchyard_list_runs',
  getRun: 'switchyard_get_run',
  setStatus: 'switchyard_set_workflow_status',
  publish: 'switchyard_publish_version',
} as const;
export type Tool = (typeof tools)[keyof typeof tools];

export const views = {
  workflows: 'switchyard.workflows',
  runs: 'switchyard.runs',
  models: 'switchyard.models',
  servers: 'switchyard.servers',
  chat: 'switchyard.chat',
} as const;

/** The language of request documents. */
export const requestLanguage = 'switchyard-request';

/** The language of response documents, also the name of their folder, and the scheme of their URIs. */
export const responseLanguage = 'switchyard-response';
export const responseScheme = 'switchyard-api-response';

/** The authentication provider that shows the connections in the editor's Accounts menu. */
export const accountProviderId = 'switchyard';

/** The webview panel that shows the chat in an editor tab. */
export const chatPanelType = 'switchyard.chatPanel';

/** The webview panels that show runs and workflows. */
export const panelType = 'switchyard.picture';

/** The vendor of the service's models in VS Code's chat. */
export const chatModelVendor = 'switchyard';

/** `@switchyard` in VS Code's chat. */
export const participantId = 'switchyard.participant';
export const participantName = 'switchyard';

/** The commands of the chat participant. */
export const participantCommands = ['explain', 'workflow', 'models'] as const;

/** The MCP server provider that offers the tool servers in effect to VS Code's chat. */
export const mcpProviderId = 'switchyard.toolServers';

/** Keys in the workspace state for the watched workflows and the pinned one. */
export const watchKeys = { watched: 'switchyard.runs.watched', pinned: 'switchyard.runs.pinned' } as const;

/** The MIME type for drag and drop in the Tool Servers view. Used only by this view, which accepts no other type. */
export const draggedServers = 'application/vnd.code.tree.switchyard.servers';

/** Context keys used in `when` clauses of package.json. */
export const contextKeys = {
  /** One of `ConnectionState['kind']`. */
  connection: 'switchyard.connection',
  workflowsState: 'switchyard.workflowsState',
  workflowsFiltered: 'switchyard.workflowsFiltered',
  /** True if there are workflows, but none match the filter. */
  workflowsNoneShown: 'switchyard.workflowsNoneShown',
  /** True during a slow load. */
  workflowsBusy: 'switchyard.workflowsBusy',
  runsState: 'switchyard.runsState',
  runsFiltered: 'switchyard.runsFiltered',
  /** True during a slow load. */
  runsBusy: 'switchyard.runsBusy',
  workflowPinned: 'switchyard.workflowPinned',
  /** True if *Undo Last Change* can undo something. */
  canUndo: 'switchyard.canUndo',
  modelsState: 'switchyard.modelsState',
  modelsFiltered: 'switchyard.modelsFiltered',
  /** True if there are models, but none match the filter. */
  modelsNoneShown: 'switchyard.modelsNoneShown',
  /** True during a slow load. */
  modelsBusy: 'switchyard.modelsBusy',
  /** A `ListState` (src/shared/list-store.ts). */
  serversState: 'switchyard.serversState',
  /** True if processes can't be started and there are no user-level files. */
  inBrowser: 'switchyard.inBrowser',
  chatBusy: 'switchyard.chatBusy',
  chatFocused: 'switchyard.chatFocused',
} as const;

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
  /** Refresh interval in seconds while a run is active. */
  'switchyard.refresh.whileRunning': numberIn(3),
  /** Refresh interval in seconds while no run is active; 0: manual refresh only. */
  'switchyard.refresh.whenIdle': numberIn(0),
  /** The model of new chats, `provider/model_name`; empty: the last one used. */
  'switchyard.chat.model': text,
  /** Cost of a chat above which its panel warns, in the currency of the prices; 0: no warning. */
  'switchyard.chat.budget': numberIn(0),
  'switchyard.chat.answerTimeout': numberIn(1, 1440),
  'switchyard.config.enable': flag,
  /** Oh My Pi's config folder inside a project. */
  'switchyard.config.projectDirectory': text,
  /** Oh My Pi's config folder of the user. */
  'switchyard.config.userDirectory': text,
  /** The version of Oh My Pi to assume; empty: the installed one, or the newest known. */
  'switchyard.config.agentVersion': text,
  /** A managed settings file that servers are checked against. The language server reads it itself. */
  'switchyard.config.policyFile': text,
  /** Offers the servers in effect to VS Code's chat. */
  'switchyard.config.offerToChat': flag,
  'switchyard.config.codeLens': flag,
  /** Severities by rule code (docs/rules.md); `off` disables the rule. The language server reads them itself. */
  'switchyard.config.rules': where(isRecord),
};
export type Setting = keyof typeof settingParsers;
export type Settings = { readonly [S in Setting]: ReturnType<(typeof settingParsers)[S]> };

/** Names of all settings, as values. */
export const settings = Object.fromEntries(Object.keys(settingParsers).map((name) => [name, name])) as {
  readonly [S in Setting]: S;
};
