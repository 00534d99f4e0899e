/** The page at `/docs` to read and try the API. All of its files are served by this service. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Config } from '../platform/config.ts'
import { apiPath, pathPrefix } from '../platform/public-address.ts'

type Addressed = Pick<Config, 'basePath' | 'publicUrl'>

/** The available files and their types. */
export const DOCS_FILES = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
  'start.js': 'text/javascript',
} as const

type DocsFile = keyof typeof DOCS_FILES

/** Whether a file is available. */
export function isDocsFile(name: string): name is DocsFile {
  return Object.hasOwn(DOCS_FILES, name)
}

/** The content of a file. */
export async function docsFile(name: DocsFile, config: Addressed): Promise<string | Uint8Array> {
  if (name === 'start.js') return startScript(config)
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')
  return readFile(join(dirname(manifest), name))
}

/** The library sets inline styles; scripts and connections are limited to this service. */
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

export function docsHtml(prefix: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Millrace API</title>
<link rel="stylesheet" href="${prefix}/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="${prefix}/docs/favicon-32x32.png"></head>
<body><nav class="swagger-ui"><div class="wrapper"><br><a class="link" href="${prefix}/docs/guide">Guide: tutorials, how-to guides and reference</a></div></nav>
<div id="page"></div>
<script src="${prefix}/docs/swagger-ui-bundle.js"></script><script type="module" src="${prefix}/docs/start.js"></script></body>
</html>
`
}

/** Redirects to the sign-in page if the user is not signed in, because the document needs a credential. */
function startScript(config: Addressed): string {
  return `const answer = await fetch(${JSON.stringify(`${apiPath(config)}/openapi.json`)})
if (answer.status === 401) location.assign(${JSON.stringify(`${pathPrefix(config)}/sign-in`)})
else SwaggerUIBundle({
  spec: withoutOptionalExamples(await answer.json()),
  dom_id: '#page',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'none',
  tryItOutEnabled: true,
})

// The page fills in examples and sends them: an optional filter that the user did not choose would hide results.
function withoutOptionalExamples(spec) {
  for (const { parameters = [] } of Object.values(spec.paths).flatMap(Object.values))
    for (const parameter of parameters) if (!parameter.required) delete parameter.example
  return spec
}
`
}
