/** IDs of commands that no menu, palette, or list of keyboard shortcuts shows. Each works wherever its ID is used. */
export const unlistedCommands = {
  // Rows, fixes, and the buttons of pages run them.
  loadMoreRuns: 'switchyard.runs.loadMore',
  loadMoreVersions: 'switchyard.versions.loadMore',
  sendPayloadAgain: 'switchyard.workflows.sendPayloadAgain',
  editPayload: 'switchyard.workflows.editPayload',
  savePayload: 'switchyard.workflows.savePayload',
  quoteSelection: 'switchyard.chat.quoteSelection',
  addProblems: 'switchyard.chat.addProblems',
  explainPage: 'switchyard.chat.explainPage',
  setRuleSeverity: 'switchyard.config.setRuleSeverity',
  // Earlier versions listed them. Manage Connections has an entry for each of these.
  addConnection: 'switchyard.addConnection',
  renameConnection: 'switchyard.renameConnection',
  changeKey: 'switchyard.changeKey',
  removeConnection: 'switchyard.removeConnection',
  testConnection: 'switchyard.testConnection',
  // Open Run says what changed, and Send to Webhook… sends the open request body.
  sendWebhook: 'switchyard.workflows.sendWebhook',
  whatChanged: 'switchyard.runs.whatChanged',
  // Move and Copy Tool Server to… ask for the file.
  moveToProject: 'switchyard.servers.moveToProject',
  moveToUser: 'switchyard.servers.moveToUser',
  copyToProject: 'switchyard.servers.copyToProject',
  copyToUser: 'switchyard.servers.copyToUser',
  // Copy Tool Server as… asks for the form.
  copyName: 'switchyard.servers.copyName',
  copyJson: 'switchyard.servers.copyJson',
  copyCommandLine: 'switchyard.servers.copyCommandLine',
  copyFor: 'switchyard.config.copyFor',
  // Go to What Decides.
  openOverriding: 'switchyard.servers.openOverriding',
  openListEntry: 'switchyard.servers.openListEntry',
  // Diagnose Tool Servers, Lock Tools of Server, and the button of Compare Agents.
  diagnoseServer: 'switchyard.servers.diagnoseServer',
  pinTools: 'switchyard.servers.pinTools',
  pinToolsAgain: 'switchyard.servers.pinToolsAgain',
  compareWithPin: 'switchyard.servers.compareWithPin',
  verifyAgents: 'switchyard.servers.verifyAgents',
} as const;

export type UnlistedCommand = (typeof unlistedCommands)[keyof typeof unlistedCommands];
