/** Converts requests of VS Code's chat to our API (spec http-api.md, "Chat completion request body"). */
import {
  LanguageModelChatMessageRole,
  type LanguageModelChatRequestMessage,
  LanguageModelDataPart,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  l10n,
  type ProvideLanguageModelChatResponseOptions,
} from 'vscode';
import { toBase64 } from '../../../common/text/base64.ts';
import type { ChatMessage, ChatMessageWithImages, ChatRequest } from '../api/index.ts';

/** @throws Error for an image if the model doesn't accept images */
export function chatRequest(
  model: string,
  messages: readonly LanguageModelChatRequestMessage[],
  { modelOptions = {} }: Pick<ProvideLanguageModelChatResponseOptions, 'modelOptions'>,
  takesImages: boolean,
): ChatRequest {
  const { temperature, max_completion_tokens: most = modelOptions.max_tokens } = modelOptions;
  return {
    model,
    messages: messages.map((message) => chatMessage(message, takesImages)).filter(({ content }) => content !== ''),
    ...(typeof temperature === 'number' && { temperature }),
    ...(Number.isInteger(most) && most > 0 && { max_completion_tokens: most }),
  };
}

type Message = ChatMessage | ChatMessageWithImages;

function chatMessage({ role, content }: LanguageModelChatRequestMessage, takesImages: boolean): Message {
  const images = content.filter(isImage);
  const text = partsText(content);
  if (images.length === 0) return { role: roleOf(role), content: text };
  if (!takesImages)
    throw new Error(l10n.t("This model doesn't list image input. Remove the image or choose another model."));
  const parts = images.map((image) => ({ type: 'image_url' as const, image_url: { url: dataUrl(image) } }));
  return { role: roleOf(role), content: text === '' ? parts : [{ type: 'text', text }, ...parts] };
}

function dataUrl({ mimeType, data }: LanguageModelDataPart): string {
  return `data:${mimeType};base64,${toBase64(data)}`;
}

/** VS Code's API has two roles. It sends its own instructions with a third one that the API doesn't name. */
function roleOf(role: LanguageModelChatMessageRole): string {
  if (role === LanguageModelChatMessageRole.User) return 'user';
  return role === LanguageModelChatMessageRole.Assistant ? 'assistant' : 'system';
}

function isImage(part: unknown): part is LanguageModelDataPart {
  return part instanceof LanguageModelDataPart && part.mimeType.startsWith('image/');
}

/** Returns the text of a message. Tool calls and their results, from other models, are included as text. */
export function partsText(content: readonly unknown[]): string {
  return content
    .map((part) => {
      if (part instanceof LanguageModelTextPart) return part.value;
      if (part instanceof LanguageModelDataPart && /^text\/|json/.test(part.mimeType))
        return new TextDecoder().decode(part.data);
      if (part instanceof LanguageModelToolResultPart) return partsText(part.content);
      if (part instanceof LanguageModelToolCallPart) return `${part.name}(${JSON.stringify(part.input)})`;
      return '';
    })
    .filter((text) => text !== '')
    .join('\n');
}
