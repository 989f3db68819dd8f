/**
 * Reading thesauri in their published forms.
 *
 * <p>Start at {@link org.solrlmtc.readers.thesaurus.Thesauri}: it reads a file of any supported
 * form (the compact form shipped in {@code conf/eurovoc}, the data set's JSON, SKOS as RDF/XML,
 * Turtle or JSON-LD, Annif's vocabularies; plain, gzip or zip) and converts it to the compact form.
 *
 * <p>Files come from outside and are treated as hostile: sizes are limited, XML may declare no
 * entities, and a reader counts what it omits, and reports it in {@link
 * org.solrlmtc.readers.thesaurus.LoadedThesaurus#notes()}.
 */
package org.solrlmtc.readers.thesaurus;
