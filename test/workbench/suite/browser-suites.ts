/** The suites that run in a web extension host too. */
import './config.suite.ts';
import './features.suite.ts';
import './conversion.suite.ts';
