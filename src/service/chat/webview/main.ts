/** Entry point of the chat page. */
import './chat.css';
import './page.ts';
