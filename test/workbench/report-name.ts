/** Name of the file in the workspace folder into which a script in an extension host writes its report. */
export const reportName = 'report-of-the-script.json';

/** Begins each line that a suite in an extension host prints for the runner. */
export const outcomeMark = 'outcome of a test: ';
