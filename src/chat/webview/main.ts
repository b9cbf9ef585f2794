/** Where the panel's code begins. */
import '@vscode-elements/elements/dist/vscode-button/index.js';
import './chat.css';
import './panel.ts';
