/** Finds characters in a text for models that people don't see, except those that emoji and scripts need. */

import { codePointName } from '../text/invisible-characters.ts';

/** Characters that people can't see: controls, zero-width, bidi, tags, variation selectors, and private use. */
const suspects = /[\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\u2800\ufff9-\ufffb]|(?![\t\n\r])\p{Cc}/gu;

/** Emoji with their joiners and selectors, keycaps, and the flags of England, Scotland, and Wales, which have tags. */
const emoji =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|(?:\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?)(?:\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)*|[\d#*]\ufe0f\u20e3/u;

/** Joiners between letters of scripts that use them, and selectors after characters that have variants. */
const inScripts =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Mongolian}\p{Script=Khmer}])[\u200c\u200d](?=\p{L}|\p{M}|\s|$)|(?<=\p{Script=Mongolian})[\u180b-\u180f]|(?<=\p{Script=Han})[\ufe00\ufe01\u{e0100}-\u{e01ef}](?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}])/u;

const innocent = new RegExp(`${inScripts.source}|${emoji.source}`, 'gu');
/** Invisible marks that set the direction of adjacent text. Common in right-to-left scripts. */
const marks = /[\u200e\u200f\u061c]/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Returns the hidden characters of a text as `U+200B`, without duplicates, in order of appearance. */
export function hiddenCharacters(text: string): readonly string[] {
  if (text.search(suspects) < 0) return [];
  let rest = text.replace(innocent, '');
  if (rightToLeft.test(text)) rest = rest.replace(marks, '');
  return [...new Set(rest.match(suspects))].map(codePointName);
}
