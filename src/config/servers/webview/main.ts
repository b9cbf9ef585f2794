/** Entry point of the pages about agents and their tool servers. */
import { definePage } from '../../../shared/panels/webview/panel-element.ts';
import type { AgentsPage } from '../pages/agents-messages.ts';
import type { DiagnosisPage } from '../pages/diagnosis-messages.ts';
import './agents.css';
import { agentsView } from './agents-view.ts';
import { diagnosisView } from './diagnosis-view.ts';

definePage<AgentsPage | DiagnosisPage>({ agents: agentsView, diagnosis: diagnosisView });
