/** Entry point of the page that compares what agents make of tool servers. */
import type { TemplateResult } from 'lit';
import type { HostMessage } from '../../../shared/panels/messages.ts';
import { PanelElement } from '../../../shared/panels/webview/panel-element.ts';
import type { AgentsPage } from '../agents-messages.ts';
import './agents.css';
import { agentsView } from './agents-view.ts';

class AgentsPanelElement extends PanelElement<AgentsPage> {
  protected override renderView(view: HostMessage<AgentsPage>['view'], width: number): TemplateResult {
    return agentsView(view, width);
  }
}

customElements.define('switchyard-panel', AgentsPanelElement);
