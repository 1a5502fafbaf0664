import type { Shape } from '../messages/translate.ts'
import type { deviceScreens as en } from './screens.en.ts'

/** Texts of the screen of devices in Brazilian Portuguese. */
export const deviceScreens = {
  searchedFor: 'Nome ou pessoa',
  count: {
    one: '{count} dispositivo',
    many: '{count} dispositivos',
    estimate: 'mais de {count} dispositivos',
  },
  empty: {
    title: 'Ainda não há dispositivos',
    hint: 'Crie um dispositivo para cada entrevistador. O código QR conecta o ODK Collect do celular a este servidor.',
    teamHint:
      'Crie um dispositivo para cada pessoa da sua equipe. Se não encontrar ninguém, peça a um gerente que vincule a sua conta aos seus detalhes de usuário.',
  },
  fields: {
    label: 'Nome',
    person: 'Pessoa',
    managerName: 'Gerente',
    userDetailsId: 'Pessoa',
    surveys: 'Pesquisas',
    state: 'Status',
    phoneUse: 'Celulares',
    phoneCount: 'Celulares',
    lastSeenAt: 'Último acesso',
    lastVersion: 'Versão do aplicativo',
    createdAt: 'Criado em',
    revokedAt: 'Revogado em',
  },
  states: { active: 'Ativo', revoked: 'Revogado' },
  phoneUses: { none: 'Nenhum celular', one: 'Um celular', several: 'Vários celulares' },
  severalPhones: '{count} celulares',
  allSurveys: 'Todas as pesquisas',
  alert: {
    one: 'Um código QR foi usado em vários celulares',
    many: '{count} códigos QR foram usados em vários celulares',
    text: 'Pergunte à pessoa se ela trocou de celular. Se não trocou, revogue o dispositivo e crie outro. O aviso permanece até o dispositivo ser revogado.',
    show: { one: 'Mostrar', many: 'Mostrar' },
  },
  new: {
    title: 'Novo dispositivo',
    personHint: 'As entrevistas deste celular terão esta pessoa como entrevistador.',
    labelHint: 'Por exemplo, o nome da pessoa ou o número da etiqueta do celular.',
    action: 'Criar dispositivo',
  },
  many: {
    title: 'Vários dispositivos',
    hint: 'Cada pessoa recebe um dispositivo com um código QR. O nome da pessoa é o nome do dispositivo.',
    search: 'Nome ou gerente',
    withoutDevice: 'Só pessoas sem dispositivo',
    devices: 'Dispositivos',
    nobody: 'Nenhuma pessoa encontrada',
    chosen: 'Escolhidas: {count} · encontradas: {total}',
    chooseAll: 'Escolher todas ({count})',
    limited: 'Só as primeiras {count} pessoas são listadas. Digite um nome para encontrar outras.',
    progress: '{count} de {total} dispositivos criados',
    failed: '{count} de {total} dispositivos foram criados',
    failedFor: '{name}: {error}',
    showCodes: 'Mostrar os códigos QR',
    action: { one: 'Criar 1 dispositivo', many: 'Criar {count} dispositivos' },
  },
  codes: {
    title: { one: 'Código QR do dispositivo', many: 'Códigos QR de {count} dispositivos' },
    once: 'Escaneie ou imprima agora. Estes códigos QR não podem ser mostrados novamente.',
    language: 'Idioma das instruções',
    print: 'Imprimir',
    done: 'Concluir',
    leave: {
      title: 'Fechar sem imprimir?',
      text: 'Os códigos QR não podem ser mostrados novamente. Um celular que não escaneou o seu código precisa de um novo dispositivo.',
      printed: {
        title: 'Fechar os códigos QR?',
        text: 'Confira se todas as páginas foram impressas. Os códigos QR não podem ser mostrados novamente.',
      },
      stay: 'Manter os códigos abertos',
      action: 'Fechar',
    },
  },
  revoke: {
    button: 'Revogar',
    one: 'Revogar este dispositivo?',
    many: 'Revogar {count} dispositivos?',
    text: 'O celular não poderá mais enviar entrevistas nem receber questionários. As entrevistas não enviadas ficam no celular.',
    action: { one: 'Revogar dispositivo', many: 'Revogar {count} dispositivos' },
    success: { one: 'Dispositivo revogado', many: '{count} dispositivos revogados' },
    failed: '{count} de {total} dispositivos foram revogados. {error}',
    nothing: 'Os dispositivos escolhidos já foram revogados',
  },
  errors: {
    personRequired: 'Escolha uma pessoa da sua equipe',
    personNotFound: 'Esta pessoa não existe ou não é da sua equipe',
    surveyNotFound: 'Uma das pesquisas não existe mais',
    alreadyUsed:
      'Este dispositivo já foi criado e está em uso. O código QR dele não pode ser mostrado novamente.',
  },
} as const satisfies Shape<typeof en>
