/** The page at `/docs` where the interface can be read and tried. Everything comes from this service. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Files that may be had, and what they are. Nothing else below `/docs` exists. */
export const DOCS_FILES = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
  'start.js': 'text/javascript',
} as const

type DocsFile = keyof typeof DOCS_FILES

/** Whether it is one of them. */
export function isDocsFile(name: string): name is DocsFile {
  return Object.hasOwn(DOCS_FILES, name)
}

/** The content of one of the files. */
export async function docsFile(name: DocsFile, basePath: string): Promise<string | Uint8Array> {
  if (name === 'start.js') return startScript(basePath)
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')
  return readFile(join(dirname(manifest), name))
}

/** The library sets styles on elements; scripts come from here only, and so does everything it may talk to. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const DOCS_HTML = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Millrace API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png"></head>
<body><div id="page"></div>
<script src="/docs/swagger-ui-bundle.js"></script><script type="module" src="/docs/start.js"></script></body>
</html>
`

/** Whoever is not signed in is sent to where that is done; the document is not for everybody. */
function startScript(basePath: string): string {
  return `const answer = await fetch(${JSON.stringify(`${basePath}/openapi.json`)})
if (answer.status === 401) location.assign('/sign-in')
else SwaggerUIBundle({
  spec: withoutOptionalExamples(await answer.json()),
  dom_id: '#page',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'none',
  tryItOutEnabled: true,
})

// The page fills examples in and sends them: a list that is narrowed by one nobody chose would look empty.
function withoutOptionalExamples(spec) {
  for (const { parameters = [] } of Object.values(spec.paths).flatMap(Object.values))
    for (const parameter of parameters) if (!parameter.required) delete parameter.example
  return spec
}
`
}
