import { mountEditorApp } from 'http://127.0.0.1:7410/web/millrace.js'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The host's React and the editor's are two; they do not meet. */
function Editor({ workflow, onDirty }) {
  const container = useRef(null)
  useEffect(() => {
    const editor = mountEditorApp(container.current, {
      baseUrl: 'http://127.0.0.1:7410/api/v1',
      workflow,
      onDirtyStateChange: onDirty,
    })
    return editor.destroy
  }, [workflow, onDirty])
  return <div className="editor" ref={container} />
}

const WORKFLOW = { name: 'From React', nodes: [], edges: [] }

function Page() {
  const [isDirty, setDirty] = useState(false)
  return (
    <>
      <p>The document is {isDirty ? 'not saved' : 'saved'}.</p>
      <Editor workflow={WORKFLOW} onDirty={setDirty} />
    </>
  )
}

createRoot(document.querySelector('#app')).render(<Page />)
