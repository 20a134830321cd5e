// Generated from core/terms: go generate ./core/terms

/**
 * The fields of a link, in the order in which problems are told: how each is read, and what is said of any problem
 * with it. None of these sentences repeats text of the link.
 */
export const FIELDS = [
  {"name":"source","kind":"address","missing":"The address of the public sample is missing.","digest":"sha256","fault":"The address of the public sample must be a whole https:// address (http:// only on localhost) of at most 2,000 characters, without a user name, a password or a part after #."},
  {"name":"sha256","kind":"digest","fault":"The SHA-256 of the sample must be 64 hexadecimal digits."},
  {"name":"label","kind":"text","most":200,"missing":"The name of the label column is missing.","fault":"The name of the label column must be plain text of at most 200 characters, without line breaks, control characters or characters that turn the writing direction."},
  {"name":"epsilonMin","kind":"number","least":0.01,"most":10,"fault":"The smallest ε must be a number from 0.01 to 10."},
  {"name":"epsilonMax","kind":"number","least":0.01,"most":10,"fault":"The largest ε must be a number from 0.01 to 10: beyond that hardly anything is protected."},
  {"name":"epsilon","kind":"number","least":0.01,"most":10,"fault":"The suggested ε must be a number from 0.01 to 10."},
  {"name":"delta","kind":"number","least":1e-12,"most":0.0001,"fault":"δ must be a number from 1e-12 to 1e-4: a larger one would give single rows away."},
  {"name":"release","kind":"word","words":["model","weights","moments","report","estimate"],"fault":"The kind of result must be model, weights, moments, report or estimate."},
  {"name":"task","kind":"word","words":["regression","classification"],"fault":"The task must be regression or classification."},
  {"name":"base","kind":"word","words":["auto","linear","smooth","trees","file"],"fault":"The model must be auto, linear, smooth, trees or file."},
  {"name":"baseFile","kind":"address","digest":"baseSHA256","fault":"The address of the model's file must be a whole https:// address (http:// only on localhost) of at most 2,000 characters, without a user name, a password or a part after #."},
  {"name":"baseSHA256","kind":"digest","fault":"The SHA-256 of the model's file must be 64 hexadecimal digits."},
  {"name":"labels","kind":"word","words":["wish","required"],"fault":"What is asked of the labels must be wish or required."},
  {"name":"model","kind":"address","digest":"modelSHA256","fault":"The address of the model to be judged or used must be a whole https:// address (http:// only on localhost) of at most 2,000 characters, without a user name, a password or a part after #."},
  {"name":"modelSHA256","kind":"digest","fault":"The SHA-256 of the model to be judged or used must be 64 hexadecimal digits."},
  {"name":"groupBy","kind":"text","most":200,"fault":"The name of the column that divides the result must be plain text of at most 200 characters, without line breaks, control characters or characters that turn the writing direction."},
  {"name":"unit","kind":"column","most":200,"fault":"The name of the column that names the person of a row must be visible characters and plain blanks of at most 200 bytes; a letter with an accent has two."},
  {"name":"ignore","kind":"text","most":200,"listed":true,"fault":"The name of a column to leave out must be plain text of at most 200 characters, without line breaks, control characters or characters that turn the writing direction."},
  {"name":"dateOrder","kind":"order","most":200,"words":["dmy","mdy","ymd"],"listed":true,"fault":"The order of dates must be dmy, mdy, ymd, a colon and the name of a column, of at most 200 characters."},
  {"name":"rowsMin","kind":"count","least":1,"most":1000000000,"silent":1,"fault":"The fewest rows of a file must be a whole number from 1 to 1000000000."},
  {"name":"rowsMax","kind":"count","least":1,"most":1000000000,"silent":1000000000,"fault":"The most rows of a file must be a whole number from 1 to 1000000000."},
  {"name":"reply","kind":"address","fault":"The address for the reply must be a whole https:// address (http:// only on localhost) of at most 2,000 characters, without a user name, a password or a part after #."},
  {"name":"campaign","kind":"handle","least":1,"most":64,"marks":"._-","fault":"The name of the campaign must be 1 to 64 letters without accents, digits, dots, hyphens or underscores."},
  {"name":"title","kind":"text","most":120,"fault":"The title must be plain text of at most 120 characters, without line breaks, control characters or characters that turn the writing direction."},
  {"name":"asker","kind":"text","most":120,"fault":"The name of who asks must be plain text of at most 120 characters, without line breaks, control characters or characters that turn the writing direction."},
  {"name":"token","kind":"handle","least":16,"most":128,"marks":"_-","fault":"The token must be 16 to 128 letters without accents, digits, hyphens or underscores."},
];

/** What a link has at most, in characters, and of its files, in bytes. */
export const LIMITS = { link: 12000, address: 2000, modelFile: 8388608, release: 33554432 };

/**
 * Kinds of results, those that private labels may correct or enter, those that hold counts of rows, and those to which a
 * public model belongs whether labels are used or not.
 */
export const RELEASES = ["model", "weights", "moments", "report", "estimate"];
export const LABELLED = ["model", "moments", "estimate"];
export const COUNTED = ["report", "estimate"];
export const BASED = ["model", "report", "estimate"];

/**
 * Fields that do not fit together: those for which all conditions of a rule hold, [field, relation, words or another
 * field].
 */
export const RULES = [
  {"field":"epsilon","when":[["epsilonMin","above","epsilon"]],"text":"The three values of ε are not in order: smallest ≤ suggested ≤ largest."},
  {"field":"epsilon","when":[["epsilon","above","epsilonMax"]],"text":"The three values of ε are not in order: smallest ≤ suggested ≤ largest."},
  {"field":"epsilon","when":[["epsilonMin","above","epsilonMax"]],"text":"The three values of ε are not in order: smallest ≤ suggested ≤ largest."},
  {"field":"rowsMax","when":[["rowsMin","above","rowsMax"]],"text":"The fewest rows of a file are more than the most."},
  {"field":"base","when":[["base","stated"],["release","is","weights"]],"text":"A kind of model goes with the results “model”, “report” and “estimate”, and with “moments” where labels are required."},
  {"field":"base","when":[["base","stated"],["release","is","moments"],["labels","isNot","required"]],"text":"A kind of model goes with the results “model”, “report” and “estimate”, and with “moments” where labels are required."},
  {"field":"labels","when":[["labels","stated"],["release","is","weights","report"]],"text":"Labels go with the results “model”, “moments” and “estimate”; a report always needs them."},
  {"field":"labels","when":[["labels","is","wish"],["release","is","moments"]],"text":"Moments with labels and moments without do not add up: labels are required of all, or not asked for."},
  {"field":"base","when":[["task","is","classification"],["base","is","smooth"]],"text":"A model of this kind predicts numbers, and the task is classification."},
  {"field":"baseFile","when":[["base","is","file"],["baseFile","missing"]],"text":"It does not say where the model's file is."},
  {"field":"baseFile","when":[["baseFile","stated"],["release","is","weights"]],"text":"A model's file goes with the results “model”, “report” and “estimate”, and with “moments” where labels are required; its kind is auto or file."},
  {"field":"baseFile","when":[["baseFile","stated"],["release","is","moments"],["labels","isNot","required"]],"text":"A model's file goes with the results “model”, “report” and “estimate”, and with “moments” where labels are required; its kind is auto or file."},
  {"field":"baseFile","when":[["baseFile","stated"],["base","is","linear","smooth","trees"]],"text":"A model's file goes with the results “model”, “report” and “estimate”, and with “moments” where labels are required; its kind is auto or file."},
  {"field":"baseSHA256","when":[["baseSHA256","stated"],["baseFile","missing"]],"text":"It does not say where the model's file is."},
  {"field":"model","when":[["model","stated"],["release","isNot","report","estimate"]],"text":"A model to be judged or used and a column that divides go with the results “report” and “estimate”."},
  {"field":"groupBy","when":[["groupBy","stated"],["release","isNot","report","estimate"]],"text":"A model to be judged or used and a column that divides go with the results “report” and “estimate”."},
  {"field":"modelSHA256","when":[["model","stated"],["modelSHA256","missing"]],"text":"A model to be judged or used needs both its address and its SHA-256."},
  {"field":"model","when":[["modelSHA256","stated"],["model","missing"]],"text":"A model to be judged or used needs both its address and its SHA-256."},
  {"field":"base","when":[["model","stated"],["base","stated"]],"text":"The result is about the model at the address, so no kind of model is to be chosen."},
  {"field":"groupBy","when":[["groupBy","same","label"]],"text":"A result cannot be divided by its label."},
  {"field":"unit","when":[["unit","same","label"]],"text":"The label cannot name the person of a row."},
  {"field":"ignore","when":[["ignore","same","label"]],"text":"The label, and a column that divides the result, cannot be left out."},
  {"field":"ignore","when":[["ignore","same","groupBy"]],"text":"The label, and a column that divides the result, cannot be left out."},
  {"field":"token","when":[["token","stated"],["reply","missing"]],"text":"A token goes with a reply, and there is no address for the reply."},
];

/** What is said of a link that states the order of the dates in one column twice. */
export const TWO_ORDERS = "It states two orders of the dates in one column.";
