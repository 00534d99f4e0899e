import { mountEditorApp } from 'http://127.0.0.1:7410/web/millrace.js'
import { createApp, h, onBeforeUnmount, onMounted, ref } from 'vue'

const Editor = {
  props: ['workflow'],
  emits: ['dirty'],
  setup(props, { emit }) {
    const container = ref(null)
    let editor
    onMounted(() => {
      editor = mountEditorApp(container.value, {
        baseUrl: 'http://127.0.0.1:7410/api/v1',
        workflow: props.workflow,
        onDirtyStateChange: (isDirty) => emit('dirty', isDirty),
      })
    })
    onBeforeUnmount(() => editor.destroy())
    return () => h('div', { class: 'editor', ref: container })
  },
}

const Page = {
  setup() {
    const isDirty = ref(false)
    const workflow = { name: 'From Vue', nodes: [], edges: [] }
    const note = (value) => {
      isDirty.value = value
    }
    return () => [
      h('p', `The document is ${isDirty.value ? 'not saved' : 'saved'}.`),
      h(Editor, { workflow, onDirty: note }),
    ]
  },
}

createApp(Page).mount('#app')
