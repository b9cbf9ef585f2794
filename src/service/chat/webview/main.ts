/** Entry point of the chat panel. */
import './chat.css';
import './panel.ts';
