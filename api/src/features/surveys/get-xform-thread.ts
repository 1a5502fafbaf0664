import { workerData } from 'node:worker_threads'

import { answerThread } from '#platform/thread.ts'

import type { WriteRequest } from './get-xform.ts'
import { writeXForm } from './xform/write-xform.ts'

// eslint-disable-next-line typescript/no-unsafe-type-assertion -- getXForm() passes a request of this type
const { definition, version } = workerData as WriteRequest
answerThread(new TextEncoder().encode(writeXForm(definition, { version })))
