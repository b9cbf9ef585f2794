/** IDs of commands of earlier versions. They still work, for keyboard shortcuts, but nothing shows them. */
export const earlierCommands = {
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
  pinToolsAgain: 'switchyard.servers.pinToolsAgain',
  verifyAgents: 'switchyard.servers.verifyAgents',
  // Open Run, whose page says it.
  whatChanged: 'switchyard.runs.whatChanged',
  // Send to Webhook… sends the body in the editor.
  sendWebhook: 'switchyard.workflows.sendWebhook',
  // A fix runs it.
  setRuleSeverity: 'switchyard.config.setRuleSeverity',
} as const;

export type EarlierCommand = (typeof earlierCommands)[keyof typeof earlierCommands];
