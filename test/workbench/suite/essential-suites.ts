/** Suites that show whether the extension works on another version of VS Code: each uses another part of its API. */
import './contract.suite.ts';
import './config.suite.ts';
import './features.suite.ts';
import './servers.suite.ts';
import './chat-messages.suite.ts';
