import type { Shape } from '../messages/translate.ts'
import type { monitoring as en } from './mails.en.ts'

export const monitoring = {
  subject: '{app}: {count} pontos exigem atenção em {host}',
  subjectOne: '{app}: 1 ponto exige atenção em {host}',
  intro: 'O servidor de {url} encontrou o seguinte nas últimas 24 horas:',
  runbook: '{text} Consulte "{section}" em docs/operations/monitoring.md.',
  closing: 'Este e-mail é enviado uma vez por dia, e somente se houver algo a relatar.',
  findings: {
    backupOld: 'O último backup foi feito há {hours} horas.',
    backupUnverified: 'Nenhum backup foi verificado há {days} dias.',
    certificate: 'O certificado de {host} é válido por mais {days} dias.',
    clock: 'Os relógios do servidor e do seu banco de dados diferem em {seconds} segundos.',
    countsWrong: 'A recontagem noturna encontrou {count} contagens erradas de respostas e as corrigiu.',
    disk: 'Há pouco espaço em disco: {space}.',
    down: 'O próprio servidor não consegue acessar {url}.',
    exportsFailed: 'Exportações que falharam: {count}.',
    intakeStopped: 'Nenhuma resposta foi recebida há {days} dias, embora haja uma pesquisa aberta.',
    jobsFailed: 'Tarefas que falharam: {jobs}.',
    jobsWaiting: 'Tarefas que esperam há mais de 10 minutos: {jobs}.',
    mailsFailed: 'E-mails que não puderam ser enviados em um dia: {count}.',
    readingFailed: 'O servidor não conseguiu verificar: {names}.',
  },
} as const satisfies Shape<typeof en>
