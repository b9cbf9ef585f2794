/** Entry point of the pages about agents and their tool servers. */
import type { TemplateResult } from 'lit';
import type { HostMessage } from '../../../shared/panels/messages.ts';
import { PanelElement } from '../../../shared/panels/webview/panel-element.ts';
import type { AgentsPage } from '../pages/agents-messages.ts';
import type { DiagnosisPage } from '../pages/diagnosis-messages.ts';
import './agents.css';
import { agentsView } from './agents-view.ts';
import { diagnosisView } from './diagnosis-view.ts';

type Page = AgentsPage | DiagnosisPage;

class AgentsPanelElement extends PanelElement<Page> {
  protected override renderView(view: HostMessage<Page>['view'], width: number): TemplateResult {
    return view.kind === 'agents' ? agentsView(view, width) : diagnosisView(view);
  }
}

customElements.define('switchyard-panel', AgentsPanelElement);
