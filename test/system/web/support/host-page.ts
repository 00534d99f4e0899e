/** A host page that embeds Millrace: two containers, one without a size, and a script. */
export function hostPage(script: string, { hasCss = true } = {}): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Host</title>
    <link rel="icon" href="data:," />
    ${hasCss ? '<link rel="stylesheet" href="/web/millrace.css" />' : ''}
    <style>.box { width: 1000px; height: 640px }</style>
  </head>
  <body>
    <div id="one" class="box"></div>
    <div id="two" class="box"></div>
    <div id="flat"></div>
    <script type="module" nonce="host">${script}</script>
  </body>
</html>`
}
