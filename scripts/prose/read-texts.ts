/**
 * Extracts the texts for human readers: comments, strings and names of a source file, or the text of a Markdown
 * document.
 */

export interface Text {
  kind: 'comment' | 'string' | 'document' | 'heading' | 'name'
  text: string
  line: number
}

/**
 * Matches comments and strings. For TypeScript also regular expressions, so that a quote in one does not start
 * a string.
 */
const tokens: Readonly<Record<string, RegExp>> = {
  ts: /(?<comment>\/\*[^]*?\*\/|(?:(?<=\s|^)\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*))|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|(?:(?<=[=(,:!&|?;[{>]\s*|return )\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*)/g,
  sql: /(?<comment>\/\*[^]*?\*\/|--[^\n]*(?:\n[ \t]*--[^\n]*)*)|(?<string>'(?:''|[^'])*')/g,
  css: /(?<comment>\/\*[^]*?\*\/)/g,
  sh: /(?<comment>(?<=^[ \t]*)#[^\n]*(?:\n[ \t]*#[^\n]*)*)|(?<string>'[^'\n]*'|"[^"\n]*")/gm,
}
const languageByExtension: Readonly<Record<string, string>> = { tsx: 'ts', mjs: 'ts', conf: 'sh' }

const declarations: Readonly<Record<string, RegExp>> = {
  ts: /\b(?:const|let|function\*?|class|interface|type)\s+([A-Za-z_$][\w$]*)/g,
  sql: /\bcreate (?:or replace )?(?:\w+ )?(?:function|table|view|type|index|trigger) (?:if not exists )?(\w+)/gi,
}

const matchesNothing = /(?!)/g

const stripMarks = (comment: string): string =>
  comment.replaceAll(/^[ \t]*(\/\*+|\*\/|\*(?!\/)|\/\/+|--+|#+!?)|\*\/$/gm, ' ')

/** Keeps the length and the line breaks, so that indexes stay valid. */
const blankOut = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** Returns a function that converts an index to a line number. Call it with ascending indexes. */
const createLineFinder = (source: string) => {
  let [line, counted] = [1, 0]
  return (index: number): number => {
    for (; counted < index; counted += 1) if (source[counted] === '\n') line += 1
    return line
  }
}

const readSource = (source: string, language: string): Text[] => {
  const pattern = tokens[language]
  if (!pattern) throw new Error(`no rule to read .${language} files`)
  const texts: Text[] = []
  const lineOfToken = createLineFinder(source)
  let code = ''
  let end = 0
  for (const { 0: token, index, groups } of source.matchAll(pattern)) {
    const line = lineOfToken(index)
    if (groups?.['comment'] !== undefined) texts.push({ kind: 'comment', text: stripMarks(token), line })
    if (groups?.['string'] !== undefined) texts.push({ kind: 'string', text: token.slice(1, -1), line })
    code += source.slice(end, index) + blankOut(token)
    end = index + token.length
  }
  code += source.slice(end)
  const lineOfName = createLineFinder(source)
  for (const { 1: name = '', index } of code.matchAll(declarations[language] ?? matchesNothing))
    texts.push({ kind: 'name', text: name, line: lineOfName(index) })
  return texts
}

/**
 * Matches a heading, or a line and the lines after it, up to a blank line or the start of a list item, heading,
 * quote or table row.
 */
const block = /^#.*|^.*\S.*(?:\n(?!\s*(?:[-*] |[>#|]|\d+\. )).*\S.*)*/gm

/** Splits a Markdown document into headings, paragraphs and table cells. Skips fenced code. */
const readDocument = (source: string): Text[] => {
  const lineOf = createLineFinder(source)
  return [...source.replaceAll(/^\s*```[^]*?```$/gm, blankOut).matchAll(block)].flatMap(
    ({ 0: text, index }): Text[] => {
      const line = lineOf(index)
      if (text.startsWith('#')) return [{ kind: 'heading', text, line }]
      return text
        .replace(/^\s*([-*>]|\d+\.) /, '')
        .split('|')
        .map((part) => ({ kind: 'document', text: part, line }))
    },
  )
}

export const readTexts = (file: string, source: string): Text[] => {
  // A shell script without an extension.
  const extension = file.endsWith('.ci/run') ? 'sh' : (file.split('.').at(-1) ?? '')
  return extension === 'md'
    ? readDocument(source)
    : readSource(source, languageByExtension[extension] ?? extension)
}
