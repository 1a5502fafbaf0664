import * as contract from '@baseline/contract/intake/contract.ts'
import * as intakeItem from '@baseline/contract/intake/item.ts'
import { listSubmissions } from '@baseline/contract/survey-responses/submissions.ts'

import { handle } from '#platform/http/handle.ts'
import { NamedFile } from '#platform/http/named-file.ts'
import type { Server } from '#platform/http/server.ts'

import * as responses from '../queries.ts'
import { decide } from './decide.ts'
import { describeItem } from './describe-item.ts'
import * as inbox from './queries.ts'
import { readXml } from './read-again.ts'

/** Interviews from phones: interviews that wait for a decision, and interviews of a response. */
export const registerInbox = (server: Server): void => {
  const { timeZone } = server

  handle(server, contract.listIntake)(({ query }, context) => inbox.list(context, query))

  handle(
    server,
    intakeItem.getIntakeItem,
  )(({ params: { id } }, context) => describeItem(context, id, timeZone))

  handle(
    server,
    intakeItem.getIntakeXml,
  )(async ({ params: { id } }, context) => {
    const { row } = await inbox.get(context, id)
    return new NamedFile(`interview-${id}.xml`, await readXml(row))
  })

  handle(
    server,
    intakeItem.decideIntakeItem,
  )(({ params: { id }, body }, context) => decide({ ...context, timeZone }, id, body))

  handle(
    server,
    listSubmissions,
  )(async ({ params: { id } }, context) => {
    await responses.get(context, id)
    return inbox.submissionsFor(context.db, id)
  })
}
