/** Entry point of the chat panel. */
import '@vscode-elements/elements/dist/vscode-button/index.js';
import './chat.css';
import './panel.ts';
