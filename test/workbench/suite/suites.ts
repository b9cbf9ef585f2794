/** Every suite that runs inside the extension host. */
import './contract.suite.ts';
import './account.suite.ts';
import './workflows.suite.ts';
import './runs.suite.ts';
import './glance.suite.ts';
import './watching.suite.ts';
import './list-faults.suite.ts';
import './panels.suite.ts';
import './config.suite.ts';
import './features.suite.ts';
import './conversion.suite.ts';
import './servers.suite.ts';
import './chat.suite.ts';
import './links.suite.ts';
import './requests.suite.ts';
import './agents.suite.ts';
