package org.solrlmtc.cli.bench;

/**
 * A server under load at one moment; NaN is what could not be learnt.
 *
 * @param seconds since the first moment that counts
 * @param documentsPerSecond acknowledged since the sample before
 * @param p50 median milliseconds of requests since the sample before
 * @param p99 their 99th percentile
 * @param heapMb the heap in use after a full collection
 * @param rssMb memory that the process occupied before that collection
 * @param anonymousMb memory that it occupied after that, pages of files left out
 * @param openVersions of models
 * @param documents acknowledged so far
 * @param failures so far
 */
record Sample(
    double seconds,
    double documentsPerSecond,
    double p50,
    double p99,
    double heapMb,
    double rssMb,
    double anonymousMb,
    double threads,
    double handles,
    double openVersions,
    long documents,
    long failures,
    int reloads,
    int swaps) {}
