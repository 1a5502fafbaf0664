import type { Shape } from '../messages/translate.ts'
import type { checks as en } from './messages.en.ts'

export const checks = {
  severities: { info: 'Observação', warn: 'Aviso', error: 'Erro' },
  states: {
    open: 'Aberto',
    confirmed: 'Confirmado',
    waived: 'Dispensado',
    fixed: 'Corrigido',
    withdrawn: 'Retirado',
    active: 'Ativa',
    retired: 'Desativada',
    off: 'Desligada',
    running: 'Em andamento',
  },
  fields: {
    rule: 'Verificação',
    question: 'Pergunta',
    state: 'Situação',
    reason: 'Motivo',
    comment: 'Comentário',
    surveyId: 'Pesquisa',
    severity: 'Gravidade',
    draft: 'Rascunho',
    trial: 'Teste',
    parameters: 'Limites',
  },
  errors: {
    noDraft: 'Não há rascunho para testar',
    untried: 'Teste o rascunho com estes valores primeiro',
  },
  flags: {
    title: 'Alertas',
    none: 'Nenhum alerta. Todas as verificações passaram.',
    openCount: { one: '1 alerta aberto', many: '{count} alertas abertos' },
    earlier: { one: '1 alerta anterior', many: '{count} alertas anteriores' },
    confirm: 'Confirmar',
    waive: 'Dispensar',
    reopen: 'Reabrir',
    confirmed: 'Alerta confirmado: {flag}',
    waived: 'Alerta dispensado: {flag}',
    reopened: 'Alerta reaberto: {flag}',
    decided: '{state} por {who} em {when}',
    chooseReason: 'Por que isto não é um problema?',
    comment: 'Comentário (opcional)',
    cancel: 'Cancelar',
    next: 'Próximo passo: {text}',
    keyConfirm: 'Confirmar o alerta selecionado',
    keyWaive: 'Dispensar o alerta selecionado',
    keyNext: 'Selecionar o próximo alerta',
    compare: 'Comparar',
    more: 'Mostrar mais {count}',
    show: 'Mostrar a resposta',
    all: 'Todas as respostas com este alerta',
    column: 'Alertas',
    marks: {
      error: { one: '1 erro', many: '{count} erros' },
      warn: { one: '1 aviso', many: '{count} avisos' },
      info: { one: '1 observação', many: '{count} observações' },
    },
  },
  filters: {
    flag: 'Alerta',
    flagState: 'Situação do alerta',
    flagSeverity: 'Gravidade do alerta',
    riskRange: 'Risco',
  },
  reasons: {
    respondentConfirmed: 'O entrevistado confirmou',
    knownException: 'Exceção conhecida',
    ruleWrong: 'A verificação está errada',
    other: 'Outro motivo',
  },
  rules: {
    T1: 'Fim antes do início',
    T2: 'Data fora do período',
    T3: 'Dois dias',
    T4: 'Entrevista curta',
    T5: 'Duração incomum',
    T8: 'Horário incomum',
    T9: 'Entrevistas sobrepostas',
    T10: 'Envio tardio',
    T11: 'Envio após o encerramento',
    G1: 'Localização',
    G2: 'Longe da aldeia',
    G4: 'Tempo de deslocamento',
    G5: 'Vários domicílios em um ponto',
    D2: 'Mesmo domicílio',
    D3: 'Respostas iguais',
    D6: 'Respostas semelhantes',
    M1: 'Identificação ausente',
    M2: 'Muitas respostas sem conteúdo',
    V1: 'Questionário antigo',
    V2: 'Valor incomum',
    A1: 'Respostas inválidas',
    P1: 'Foto',
    E1: 'Muitas entrevistas por dia',
    E2: 'Entrevistas curtas',
    E3: 'Proporções incomuns de respostas',
    E4: 'Números arredondados',
    E5: 'Pouca variação',
    E6: 'Média diferente',
    E9: 'Sem entrevistas',
  },
  sentences: {
    T1: { endsFirst: 'O fim está {minutes} min antes do início.' },
    T2: {
      future:
        'O início está {minutes} min depois do recebimento da entrevista pelo servidor (limite de {limit} min).',
      beforeOpening: 'A entrevista ocorreu em {day}. A pesquisa começou em {openFrom}.',
    },
    T3: { twoDays: 'A entrevista começou em {from} e terminou em {to}.' },
    T4: {
      minutes: 'A entrevista durou {minutes} min (esperado: pelo menos {limit} min).',
      pace: '{answers} respostas em {minutes} min: {seconds} s por resposta (esperado: pelo menos {limit} s).',
    },
    T5: {
      short:
        'A entrevista durou {minutes} min; metade das entrevistas desta pesquisa dura mais de {median} min (limite de {limit} min).',
      long: 'A entrevista durou {minutes} min; metade das entrevistas desta pesquisa dura menos de {median} min (limite de {limit} min).',
    },
    T8: { oddHour: 'A entrevista começou às {time}, fora do período de {from}:00 a {to}:00.' },
    T9: {
      overlap:
        'Sobrepõe-se por {minutes} min a {other}, outra entrevista do mesmo entrevistador (limite de {limit} min).',
      within:
        'Desta entrevista e de {other}, do mesmo entrevistador, uma está dentro da outra: {minutes} min (limite de {limit} min).',
      gap: '{minutes} min entre esta entrevista e {other}, do mesmo entrevistador (limite de {limit} min).',
    },
    T10: {
      late: 'A entrevista foi recebida {hours} h depois do fim (limite de {limit} h).',
      veryLate: 'A entrevista foi recebida {days} dias depois do fim (limite de {limit} dias).',
    },
    T11: { closed: 'A entrevista foi recebida depois do encerramento da pesquisa.' },
    G1: {
      missing: 'Nenhuma localização foi registrada, embora o questionário a peça.',
      inaccurate: 'A precisão da localização é de apenas {metres} m (limite de {limit} m).',
      mock: 'A precisão é de exatamente 0 m. O telefone registra isso quando um aplicativo fornece a localização no lugar do GPS.',
    },
    G2: {
      far: 'A {metres} m do centro da aldeia; distância habitual de {median} m (limite de {limit} m).',
    },
    G4: {
      speed: '{metres} m em {minutes} min desde {other}: {speed} km/h (limite de {limit} km/h).',
    },
    G5: {
      spot: '{count} entrevistas deste dia estão a até {metres} m umas das outras, em domicílios diferentes (limite de {limit}).',
    },
    D2: {
      household: 'A mesma aldeia e o mesmo nome de domicílio que {other}.',
      phone: 'O mesmo telefone do entrevistado que {other}.',
      householdAndPhone: 'O mesmo domicílio, a mesma aldeia e o mesmo telefone que {other}.',
      householdAndPlace: 'O mesmo domicílio e a mesma aldeia que {other}, a {metres} m de distância.',
    },
    D3: { equal: 'Todas as {answers} respostas que não são dados pessoais são iguais às de {other}.' },
    D6: {
      match: '{share}% de {questions} respostas são iguais às de {other} (limite de {limit}%).',
    },
    M1: { blank: 'A pergunta identifica o domicílio e não tem resposta.' },
    M2: {
      share: '{count} de {answers} respostas são “não sei” ou recusa: {share}% (limite de {limit}%).',
    },
    V1: {
      old: 'O questionário tinha sido substituído {hours} h antes da entrevista (limite de {limit} h).',
    },
    V2: {
      below: '{value} está abaixo do mínimo plausível de {limit}.',
      above: '{value} está acima do máximo plausível de {limit}.',
    },
    A1: { invalid: 'Respostas que violam uma regra do questionário: {count} (esperado: nenhuma).' },
    P1: {
      time: 'Uma foto foi tirada {minutes} min fora da entrevista (limite de {limit} min).',
      place: 'Uma foto foi tirada a {metres} m da entrevista (limite de {limit} m).',
      copy: 'Uma foto é o mesmo arquivo que em {other}.',
    },
    E1: {
      many: '{days} dias com mais de {limit} entrevistas na semana de {week}; o máximo foi {count}.',
    },
    E2: {
      short:
        'Metade das {n} entrevistas dura menos de {median} min; nas dos demais, {others} min (desvio {z}, limite {limit}).',
    },
    E3: {
      dontKnow: '{share}% de “não sei” em {n} respostas; os demais, {others}% (limite de +{limit} pontos).',
      refused: '{share}% de recusas em {n} respostas; os demais, {others}% (limite de +{limit} pontos).',
      missing: '{share}% de {n} perguntas sem resposta; os demais, {others}% (limite de +{limit} pontos).',
      other: '{share}% de “outro” em {n} respostas; os demais, {others}% (limite de +{limit} pontos).',
      noLocation:
        '{share}% de {n} entrevistas sem localização; os demais, {others}% (limite de +{limit} pontos).',
      filterNo:
        '{share}% de “não” em {n} perguntas que abrem outras; os demais, {others}% (limite de +{limit} pontos).',
      consentRefused:
        '{share}% de {n} entrevistas sem consentimento; os demais, {others}% (limite de +{limit} pontos).',
    },
    E4: {
      lastDigit:
        '{share}% de {n} números terminam em 0 ou 5; os demais, {others}% (limite de +{limit} pontos).',
      ages: 'O índice de Whipple de {n} idades é {index}; nos demais, {others} (limite {limit}; 100 significa nenhuma preferência por 0 e 5).',
      agesWithoutOthers:
        'O índice de Whipple de {n} idades é {index}; 100 significa nenhuma preferência por 0 e 5 (limite {limit}).',
    },
    E5: {
      lowVariance:
        'O desvio padrão de {n} respostas é {sd}; nos demais, {others} (razão {ratio}, limite {limit}).',
    },
    E6: {
      shifted:
        'A média de {n} respostas é {mean}; nos demais, {others} (distância {distance}, limite {limit}).',
    },
    E9: {
      silent: 'Nenhuma entrevista há {days} dias úteis; a última foi em {last} (limite de {limit} dias).',
    },
  },
  next: {
    T1: 'Pergunte os horários ao entrevistador e corrija-os.',
    T2: 'Verifique o relógio do telefone e corrija os horários.',
    T3: 'Pergunte se a entrevista foi interrompida.',
    T4: 'Compare com o tamanho do questionário e ligue para o domicílio.',
    T5: 'Compare as respostas com outras entrevistas do entrevistador.',
    T8: 'Pergunte por que a entrevista ocorreu neste horário.',
    T9: 'Compare os horários das duas entrevistas. Pergunte os horários certos ao entrevistador.',
    T10: 'Pergunte se o telefone estava sem rede.',
    T11: 'Decida se a entrevista ainda conta.',
    G1: 'Pergunte onde a entrevista ocorreu.',
    G2: 'Olhe o mapa. Confira o nome da aldeia.',
    G4: 'Compare os locais e os horários das duas entrevistas.',
    G5: 'Olhe o mapa. Pergunte onde as entrevistas ocorreram.',
    D2: 'Compare as duas respostas. Se for o mesmo domicílio, mantenha uma.',
    D3: 'Compare as duas respostas. Pergunte como foram as duas entrevistas.',
    D6: 'Compare as duas respostas. Pergunte como foram as duas entrevistas.',
    M1: 'Devolva a resposta e peça a informação.',
    M2: 'Pergunte como foi a entrevista. Treine o entrevistador, se necessário.',
    V1: 'Peça ao entrevistador que carregue o novo questionário.',
    V2: 'Pergunte se o valor está certo. Se não, devolva a resposta.',
    A1: 'Olhe as respostas indicadas. Devolva a resposta, se necessário.',
    P1: 'Olhe a foto. Pergunte quando e onde ela foi tirada.',
    E1: 'Olhe as entrevistas desses dias. Pergunte como o trabalho está organizado.',
    E2: 'Acompanhe uma entrevista.',
    E3: 'Acompanhe uma entrevista. Treine o entrevistador, se necessário.',
    E4: 'Pergunte como as idades e os valores são perguntados.',
    E5: 'Compare algumas entrevistas. Ligue para os domicílios.',
    E6: 'Verifique se o entrevistador trabalha em outra área.',
    E9: 'Ligue para o entrevistador.',
  },
} satisfies Shape<typeof en>
