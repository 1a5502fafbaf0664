/** The script in most texts. It sets a global variable, which proves that a text was executed. */
const call = 'xssRan=1'

const elements = [
  'img src=x onerror',
  'svg/onload',
  'svg><animate onbegin',
  'body onload',
  'video><source onerror',
  'audio src=x onerror',
  'iframe onload',
  'object onerror',
  'embed src=x onerror',
  'input autofocus onfocus',
  'select autofocus onfocus',
  'textarea autofocus onfocus',
  'details open ontoggle',
  'marquee onstart',
  'style onload',
  'link rel=stylesheet href=x onerror',
  'script onerror src=x',
  'math><mi onmouseover',
  'a href=# tabindex=1 autofocus onfocus',
  'div onpointerenter',
  'keygen autofocus onfocus',
  'image src=x onerror',
  'frameset onload',
  'table background=x onload',
  'svg><set onbegin',
]

/** Event handlers on elements, injected into content and into an attribute. */
const handlers = elements.flatMap((element) => [`<${element}=${call}>`, `"><${element}="${call}">`])

const scripts = [
  `<script>${call}</script>`,
  `"><script>${call}</script>`,
  `</title><script>${call}</script>`,
  `</textarea><script>${call}</script>`,
  `</script><script>${call}</script>`,
  `<scr<script>ipt>${call}</scr</script>ipt>`,
  `<SCRIPT SRC=data:text/javascript,${call}></SCRIPT>`,
  `<script\u00A0>${call}</script>`,
  `<svg><script>${call}</script></svg>`,
  `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  `<math><style><img src=x onerror=${call}></style></math>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  `<!--><img src=x onerror=${call}>-->`,
  `<![CDATA[<script>${call}</script>]]>`,
  `<template><script>${call}</script></template>`,
]

const addresses = [
  `javascript:${call}`,
  `JaVaScRiPt:${call}`,
  `java\tscript:${call}`,
  `&#106;avascript:${call}`,
  `data:text/html,<script>${call}</script>`,
  `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
  `vbscript:${call}`,
  `[link](javascript:${call})`,
  `<a href="javascript:${call}">a</a>`,
  `<form action=javascript:${call}><input type=submit>`,
  `<meta http-equiv=refresh content="0;url=javascript:${call}">`,
  `<base href="javascript:${call}//">`,
]

const code = [
  `{{constructor.constructor('${call}')()}}`,
  `\${${call}}`,
  `#{${call}}`,
  `<%= ${call} %>`,
  `';${call}//`,
  `";${call}//`,
  `\`;${call}//`,
  `\\u003cimg src=x onerror=${call}\\u003e`,
  `%3Cimg%20src%3Dx%20onerror%3D${call}%3E`,
  `&lt;img src=x onerror=${call}&gt;`,
  `{"__html":"<img src=x onerror=${call}>"}`,
  `__proto__`,
  `constructor`,
  `<div style="background:url(javascript:${call})">`,
  `<div style="width:expression(${call})">`,
  `@import'javascript:${call}'`,
  `<xss id=x style="animation-name:rotation" onanimationstart=${call}>`,
  `\u202e<img src=x onerror=${call}>`,
  `＜img src=x onerror=${call}＞`,
  `<img src=x onerror\u200b=${call}>`,
  `<img/src='x'/onerror='${call}'>`,
  `<img src=x:x onerror=${call}//`,
  `<x contenteditable onblur=${call}>lose focus`,
]

/**
 * Texts that run a script if a page interprets them as markup, as a URL or as code. The product must treat
 * all of them as plain text.
 */
export const hostileTexts: readonly string[] = [...handlers, ...scripts, ...addresses, ...code]

/** One text of each kind, for every test run. */
export const sampleHostileTexts: readonly string[] = [handlers, scripts, addresses, code].map(
  ([first = '']) => first,
)
