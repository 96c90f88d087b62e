import type { DemoPost } from '../types.ts'

export const frPosts: DemoPost[] = [
  {
    authorKey: 'seller',
    about: 'raction',
    title: 'Plier d’abord, calculer ensuite : les fractions en bandes de papier',
    daysAgo: 16,
    source: `Chaque année, le même scénario. Nous commençons les fractions et, deux semaines plus tard, la moitié de la classe additionne les numérateurs entre eux et les dénominateurs entre eux. Désormais, je consacre **trois séances au pliage** avant le premier calcul. Ce temps, je le regagne largement.

## Le matériel

- des bandes de papier de 24 cm sur 3 cm, six par élève
- des crayons de couleur, pas de ciseaux
- une ficelle tendue à travers la classe

## La première séance

1. Chacun plie une bande en deux. Nous appelons les parts des demis et nous les nommons sur la bande.
2. La deuxième bande est pliée deux fois, la troisième trois fois : quarts et huitièmes.
3. Nous plaçons les bandes les unes sous les autres et cherchons les plis qui tombent au même endroit.

C’est là que naissent les fractions égales, sans que personne ait prononcé le mot. « Deux quarts, c’est aussi long qu’un demi ! » J’écris la phrase au tableau, et elle y reste jusqu’à l’évaluation.

## La bande qui résiste

Impossible d’obtenir des tiers en pliant en deux. Laissez-les chercher dix minutes. Tôt ou tard, quelqu’un enroule sa bande comme un escargot, et tout le monde veut connaître le truc.

> Les bandes se rangent dans le cahier avec un trombone. Elles sont autorisées le jour de l’évaluation.

Les fiches d’entraînement n’arrivent qu’après, quand chaque élève a plié son propre jeu.`,
    comments: [
      {
        by: 0,
        text: 'Essayé aujourd’hui en CM1 : l’escargot a fait un tabac. Et pour les cinquièmes ?',
        daysAgo: 11,
      },
      {
        by: 'author',
        isReply: true,
        text: 'Une bande de 25 cm et la règle. Comprendre pourquoi 24 cm ne conviennent pas occupe déjà une demi-séance.',
        daysAgo: 10,
      },
      { by: 2, text: 'Je garde l’idée de la ficelle, merci !', daysAgo: 3 },
    ],
  },
  {
    authorKey: 'author2',
    about: 'hérisson',
    title: 'Dix minutes de lecture silencieuse après la récréation',
    daysAgo: 37,
    source: `Le retour de récréation nous coûtait une demi-heure : disputes de la cour, joues rouges, trois manteaux perdus. Depuis deux ans, toute la classe lit **dix minutes en silence**, et nous aussi. C’est le rituel que nous abandonnerions en dernier.

## Trois règles, pas une de plus

- Chacun pose son livre sur la table avant de sortir.
- Un livre qui ne plaît pas se change demain, pas maintenant.
- On n’interroge personne. Ni carnet de lecture, ni points.

La dernière règle a été la plus difficile pour nous. Nous voulions savoir s’ils lisaient vraiment. Aujourd’hui, nous nous asseyons chaque jour près d’un élève et nous écoutons une demi-page, *à voix basse*. En trois semaines, nous les avons tous entendus, et nous en savons plus qu’après n’importe quel test.

## Et ceux qui lisent encore à peine ?

Ils reçoivent des textes courts, une image et des questions auxquelles un mot suffit pour répondre. Ce qui leur est familier marche le mieux : le hérisson, la météo, le marché. Le texte tient sur une page et il a une fin. Un enfant qui peut dire « j’ai fini » prend le suivant.

## Ce qui a changé

La séance suivante commence dans le calme. Les parents nous racontent qu’on lit à la maison parce que l’histoire devient palpitante. Et nous finissons de nouveau un roman par mois.`,
    comments: [
      {
        by: 1,
        text: 'Que faites-vous des élèves qui changent cinq fois de livre en dix minutes ?',
        daysAgo: 28,
      },
      {
        by: 'author',
        isReply: true,
        text: 'Ils en choisissent trois avant la récréation et ne changent qu’entre ces trois-là. Au bout de quelques jours, la plupart s’en tiennent à un seul.',
        daysAgo: 27,
      },
    ],
  },
]
