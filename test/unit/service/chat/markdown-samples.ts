/** Answers like those of models, with constructs that are difficult to stream: later lines may change earlier ones. */
export const samples: Record<string, string> = {
  prose: 'A first paragraph\nover two lines.\n\nA second with *emphasis*, **strong**, `code` and ~~none~~.\n',
  'headings and rules': '# One\n\nSetext\n======\n\nAnother\nover lines\n---\n\n---\n***\n## Two ##\n### \n#not\n',
  'tight and loose lists': '- one\n- two\n\n- three makes all of it loose\n\n1. a\n2. b\n\n   with a paragraph\n3. c\n',
  'nested lists':
    '1. one\n   - in one\n     - in that\n\n       and more\n   - again\n2. two\n\n* other\n+ third\n\nend\n',
  fences:
    'Before\n\n```ts\nconst a = `x`;\n\n# no heading\n```\nAfter\n~~~~\n~~~\n```\n~~~~\n\n   ```py\n   indented\n   ```\n',
  'an open fence': 'Look:\n\n```sh\nnpm test\n\n- no list\n  | no table |\n',
  'code in a list': '- do\n\n  ```js\n  run();\n  ```\n\n- then\n\n      indented code\n',
  tables: 'Intro\n| a | b |\n|---|:-:|\n| 1 | `x` |\n| 2 |\n\n| no | table |\n\nx | y\n-: | :-\n1 | 2\nend\n',
  quotes: '> one\nlazy\n> > deeper\n\n> - list\n> - in quote\n>\n> end\n\nafter\n',
  'definitions at the end':
    'See [one] and [two][2].\n\n- also [one]\n\n[one]: https://one.example "t"\n[2]: <https://two.example>\n',
  'a definition over lines': '[a]\n\n[a]:\nhttps://a.example\n"a title\nover lines"\n\n[a]: https://second.example\n',
  'html is text': '<div>\n*a*\n</div>\n\n<script>alert(1)</script>\n\n<!-- note -->\na <b>c</b>\n',
  'line ends': 'one\r\ntwo\r\n\r\n- a\r\n- b\r\rlast\r',
  'hard breaks and entities': 'a  \nb\\\nc &copy; &#35; \\* \u0000 end',
  'indented code': '    one\n\n    two\n\npara\n    lazy\n\n\ttab\n',
  unicode: '**Ünïcödé** 😀 – 日本語\n\n- 👩‍👩‍👧‍👦\n- עברית\n',
};
