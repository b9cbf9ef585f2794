/** Opens the run and workflow panels. Loaded with the first one. */
export { openComparison, pickRunPair } from './comparison-panel.ts';
export { openDetails } from './details-panel.ts';
export { openRun } from './run-panel.ts';
export { openStatistics } from './statistics-panel.ts';
