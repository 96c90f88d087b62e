import type { DemoPost } from '../types.ts'

export const esPosts: DemoPost[] = [
  {
    authorKey: 'seller',
    about: 'Fracciones con dibujos',
    title: 'Primero doblar, después calcular: fracciones con tiras de papel',
    daysAgo: 18,
    source: `Todos los cursos me pasaba lo mismo. Empezábamos las fracciones y, a las dos semanas, media clase sumaba numeradores con numeradores y denominadores con denominadores. Ahora dedico **tres sesiones a doblar papel** antes de hacer la primera cuenta, y ese tiempo lo recupero con creces.

## Qué hace falta

- Tiras de papel de 24 cm de largo y 3 cm de ancho, seis por alumno
- Lápices de colores; las tijeras se quedan en el estuche
- Una cuerda de lado a lado del aula

## Así es la primera sesión

1. Todos doblan una tira por la mitad. Llamamos medios a las partes y las rotulamos.
2. La segunda tira se dobla dos veces y la tercera, tres: cuartos y octavos.
3. Colocamos las tiras una debajo de otra y buscamos pliegues que coincidan.

En ese momento aparecen las fracciones equivalentes sin que nadie haya dicho la palabra. «¡Dos cuartos mide lo mismo que un medio!» Escribo la frase en la pizarra y ahí se queda hasta el examen.

## La tira que se resiste

Los tercios no salen doblando por la mitad. Deja que lo intenten diez minutos. Al final alguien enrolla la tira como un caracol, y entonces todos quieren aprender el truco.

> Las tiras se guardan en el cuaderno con un clip. El día del examen se pueden usar.

Las fichas para colorear llegan después, cuando cada niño ha doblado su propio juego. Parece lento, pero al acabar el trimestre vamos siempre por delante.`,
    comments: [
      {
        by: 0,
        text: 'Lo he probado hoy en 5.º y el caracol ha sido un éxito. ¿Cómo haces los quintos?',
        daysAgo: 13,
      },
      {
        by: 'author',
        isReply: true,
        text: 'Con regla y una tira de 25 cm. Descubrir por qué no vale la de 24 da para media clase.',
        daysAgo: 12,
      },
      { by: 2, text: 'Me quedo con la idea de la cuerda. ¡Gracias!', daysAgo: 5 },
    ],
  },
  {
    authorKey: 'author2',
    about: 'faro de Nara',
    title: 'Diez minutos de lectura en silencio después del recreo',
    daysAgo: 40,
    source: `La vuelta del recreo era media hora perdida: discusiones del patio, caras coloradas y tres chaquetas sin dueño. Desde hace dos cursos, toda la clase lee **diez minutos en silencio**, y nosotras también. Es la rutina a la que menos renunciaríamos.

## Tres reglas y ninguna más

- Cada uno deja su libro encima de la mesa antes de salir.
- Si el libro no gusta, se cambia mañana, no ahora.
- No se pregunta nada: ni ficha de lectura ni puntos.

La última regla fue la que más nos costó. Queríamos saber si de verdad leían. Ahora nos sentamos cada día junto a un niño y escuchamos media página *en voz bajita*. En tres semanas los hemos oído a todos y sabemos más que con cualquier prueba.

## ¿Y quienes todavía leen con dificultad?

Tienen textos cortos con un dibujo y preguntas que se contestan con una palabra. Funciona lo que ya conocen: un erizo, el tiempo, un faro. Lo importante es que el texto quepa en una hoja y tenga final. Quien puede decir «he terminado» coge el siguiente.

## Qué ha cambiado

La clase de después empieza tranquila. Las familias nos cuentan que en casa se lee porque el libro está en lo más emocionante. Y nosotras hemos vuelto a acabar una novela al mes.`,
    comments: [
      { by: 1, text: '¿Qué hacéis con los que cambian de libro cinco veces en diez minutos?', daysAgo: 31 },
      {
        by: 'author',
        isReply: true,
        text: 'Eligen tres antes del recreo y solo pueden cambiar entre esos tres. A los pocos días casi todos se quedan con uno.',
        daysAgo: 30,
      },
    ],
  },
]
