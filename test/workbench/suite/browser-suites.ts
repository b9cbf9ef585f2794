/** Suites that also run in a web extension host. */
import './config.suite.ts';
import './features.suite.ts';
import './conversion.suite.ts';
